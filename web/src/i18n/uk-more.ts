// What only the pages around a game say: replay and analysis, review, the lesson. Fetched with the first of them.
import analysis from './uk-analysis';
import lesson from './uk-lesson';
import review from './uk-review';
import study from './uk-study';

export default { ...study, ...analysis, ...review, ...lesson };
