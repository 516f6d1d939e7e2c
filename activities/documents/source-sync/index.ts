import { listSource } from './list-source';
import { recordSyncOutcomes } from './record-outcomes';
import { removeObjects } from './remove-objects';
import { beginSyncRun, endSyncRun, failSyncRun, startSyncJob, viewSyncJob } from './run-steps';

export const sourceSyncActivities = {
  beginSyncRun,
  listSource,
  startSyncJob,
  viewSyncJob,
  recordSyncOutcomes,
  removeObjects,
  endSyncRun,
  failSyncRun,
};
