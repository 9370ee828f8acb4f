// Texts of: study.
export default {
  'study.title.replay': 'Перегляд гри',
  'study.title.analysis': 'Аналіз',
  'study.failed': 'Гру неможливо показати',
  'study.tabs': 'Поруч із мапою',
  'study.tab.moves': 'Ходи',
  'study.tab.engine': 'Рушій',
  'study.tab.review': 'Розбір',
  'study.tab.left': 'Запас',
} as const;
