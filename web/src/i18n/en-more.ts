// What only the pages around a game say: replay and analysis, review, the lesson, and the choice of sets for a new
// table. Fetched with the first of them.
import analysis from './en-analysis';
import lesson from './en-lesson';
import mixtures from './en-mixtures';
import review from './en-review';
import study from './en-study';

export default { ...mixtures, ...study, ...analysis, ...review, ...lesson };
