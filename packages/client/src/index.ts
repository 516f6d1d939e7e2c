export {
  type Call,
  type CallOptions,
  createSheaf,
  type SentRequest,
  type Sheaf,
  type SheafOptions,
} from './create-sheaf.js';
export {
  listItems,
  type ListItem,
  listPages,
  type ListPage,
  type ListParameters,
  type ListPath,
} from './lists.js';
export { markdownFile } from './markdown-file.js';
export { pagedLists } from './operations.js';
export type { components, operations, paths } from './openapi.js';
export type { ListedFacts, NamedFacts, ProductFacts, RefusalIssue } from './refusal-facts.js';
export { SheafError } from './sheaf-error.js';
export { tableFile, type TableFileOptions } from './table-file.js';
export { type Uploadable, uploadCases, uploadFile, type UploadOptions } from './upload-file.js';
export { type RecordUploadOptions, type UploadedRecords, uploadRecords } from './upload-records.js';
export {
  JobError,
  type JobKind,
  type Jobs,
  rollBackJob,
  waitForJob,
  type WaitOptions,
} from './wait-for-job.js';
