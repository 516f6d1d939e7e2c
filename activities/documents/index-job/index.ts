import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { type ActivityDeps } from '../../deps';
import { createFetchFile } from './fetch-file';
import { createFinishJob } from './finish-job';
import { createIndexFiles } from './index-files';
import { createIndexJobSteps } from './job-steps';
import { createMaskFile } from './mask-file';
import { createScanSource } from './scan-source';
import { createRollbackSteps } from './roll-back-files';
import { createStoreFile } from './store-file';
import { createIndexJobSweep } from './sweep-jobs';

/** DocumentActivities of indexing jobs that any worker does; reading files has a queue of its own. */
export function createIndexJobActivities(deps: ActivityDeps) {
  return {
    ...createIndexJobSteps(deps),
    ...createScanSource(deps),
    ...createIndexFiles(deps),
    ...createFetchFile(deps),
    ...createMaskFile(deps),
    ...createStoreFile(deps),
    ...createFinishJob(deps).activities,
    ...createRollbackSteps(deps),
    ...createIndexJobSweep(deps),
  } satisfies Partial<DocumentActivities>;
}
