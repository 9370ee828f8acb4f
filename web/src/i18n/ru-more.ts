// What only the pages around a game say: replay and analysis, review, the lesson, and the choice of sets for a new
// table. Fetched with the first of them.
import analysis from './ru-analysis';
import lesson from './ru-lesson';
import mixtures from './ru-mixtures';
import review from './ru-review';
import study from './ru-study';

export default { ...mixtures, ...study, ...analysis, ...review, ...lesson };
