// What only the pages around a game say: replay and analysis, review, the lesson, and the choice of sets for a new
// table. Fetched with the first of them.
import analysis from './uk-analysis';
import lesson from './uk-lesson';
import mixtures from './uk-mixtures';
import review from './uk-review';
import study from './uk-study';

export default { ...mixtures, ...study, ...analysis, ...review, ...lesson };
