import { fetchFile } from './fetch-file';
import { finishIndexJob } from './finish-job';
import { indexFiles } from './index-files';
import { claimIndexJob, failFile, nextFiles } from './job-steps';
import { maskFile } from './mask-file';
import { claimRollback, finishRollback, rollBackFiles } from './roll-back-files';
import { scanSource } from './scan-source';
import { storeFile } from './store-file';

/** Activities of indexing jobs for any worker; reading files has a queue of its own. */
export const indexJobActivities = {
  claimIndexJob,
  scanSource,
  nextFiles,
  indexFiles,
  fetchFile,
  maskFile,
  storeFile,
  failFile,
  finishIndexJob,
  claimRollback,
  rollBackFiles,
  finishRollback,
};
