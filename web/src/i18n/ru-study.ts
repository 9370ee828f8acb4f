// Texts of: study.
export default {
  'study.title.replay': 'Просмотр партии',
  'study.title.analysis': 'Анализ',
  'study.failed': 'Партию нельзя показать',
  'study.tabs': 'Рядом с картой',
  'study.tab.moves': 'Ходы',
  'study.tab.engine': 'Движок',
  'study.tab.review': 'Разбор',
  'study.tab.left': 'Запас',
} as const;
