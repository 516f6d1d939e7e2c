export { type CollectionLatency, type LatencyReport, type StageLatency } from './compute-report';
export { createLatencyReports } from './latency-reports';
