import { listSource } from './list-source';
import { noteSyncFiles } from './note-files';
import { removeObjects } from './remove-objects';
import { beginSyncRun, endSyncRun, failSyncRun, startSyncJob, viewSyncJob } from './run-steps';

export const sourceSyncActivities = {
  beginSyncRun,
  listSource,
  startSyncJob,
  viewSyncJob,
  noteSyncFiles,
  removeObjects,
  endSyncRun,
  failSyncRun,
};
