// What only the pages around a game say: replay and analysis, review, the lesson, the help, and the choice of sets for
// a new table. Fetched with the first of them.
import analysis from './uk-analysis';
import choices from './uk-choices';
import help from './uk-help';
import lesson from './uk-lesson';
import mixtures from './uk-mixtures';
import review from './uk-review';
import study from './uk-study';

export default { ...choices, ...help, ...mixtures, ...study, ...analysis, ...review, ...lesson };
