export { readReport } from './read-report';
export { createReportKey, openReportKey } from './report-key';
export { fileReportKeys, type ReportedText } from './report-line';
export { createReportWriter } from './report-writer';
