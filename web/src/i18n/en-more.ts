// What only the pages around a game say: replay and analysis, review, the lesson. Fetched with the first of them.
import analysis from './en-analysis';
import lesson from './en-lesson';
import review from './en-review';
import study from './en-study';

export default { ...study, ...analysis, ...review, ...lesson };
