// What only the pages around a game say: replay and analysis, review, the lesson. Fetched with the first of them.
import analysis from './ru-analysis';
import lesson from './ru-lesson';
import review from './ru-review';
import study from './ru-study';

export default { ...study, ...analysis, ...review, ...lesson };
