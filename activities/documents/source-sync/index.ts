import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { type ActivityDeps } from '../../deps';
import { createListSource } from './list-source';
import { createNoteFiles } from './note-files';
import { createRemoveObjects } from './remove-objects';
import { createRunSteps } from './run-steps';
import { createSyncSweep } from './sweep-syncs';

/** Activities of syncs: the steps of a run, and the sweep. */
export function createSourceSyncActivities(deps: ActivityDeps) {
  return {
    ...createRunSteps(deps),
    ...createListSource(deps),
    ...createNoteFiles(deps),
    ...createRemoveObjects(deps),
    ...createSyncSweep(deps),
  } satisfies Partial<DocumentActivities>;
}
