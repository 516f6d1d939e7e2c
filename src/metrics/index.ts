export { countFinalJob } from './final-jobs';
export { createMetrics, type Metrics, noMetrics } from './metrics';
export { openMetrics } from './open-metrics';
export { watchElastic } from './watch-elastic';
export { watchMongo } from './watch-mongo';
