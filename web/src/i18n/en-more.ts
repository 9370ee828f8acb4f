// What only the pages around a game say: replay and analysis, review, the lesson, the help, and the choice of sets for
// a new table. Fetched with the first of them.
import analysis from './en-analysis';
import choices from './en-choices';
import help from './en-help';
import lesson from './en-lesson';
import mixtures from './en-mixtures';
import review from './en-review';
import study from './en-study';

export default { ...choices, ...help, ...mixtures, ...study, ...analysis, ...review, ...lesson };
