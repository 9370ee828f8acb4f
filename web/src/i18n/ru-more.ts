// What only the pages around a game say: replay and analysis, review, the lesson, the help, and the choice of sets for
// a new table. Fetched with the first of them.
import analysis from './ru-analysis';
import choices from './ru-choices';
import help from './ru-help';
import lesson from './ru-lesson';
import mixtures from './ru-mixtures';
import review from './ru-review';
import study from './ru-study';

export default { ...choices, ...help, ...mixtures, ...study, ...analysis, ...review, ...lesson };
