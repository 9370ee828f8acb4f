// Texts of: study.
export default {
  'study.title.replay': 'Replay',
  'study.title.analysis': 'Analysis',
  'study.failed': 'The game cannot be shown',
  'study.tabs': 'Beside the map',
  'study.tab.moves': 'Moves',
  'study.tab.engine': 'Engine',
  'study.tab.review': 'Review',
  'study.tab.left': 'Tiles left',
} as const;
