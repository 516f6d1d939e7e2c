export { type CollectionLatency, type LatencyReport } from './compute-report';
export { createLatencyReports } from './latency-reports';
