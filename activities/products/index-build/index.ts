import { type ActivityDeps } from '../../deps';
import { createBuildEnds } from './finish-build';
import { createMakeSchema } from './make-schema';
import { createPlanBuild } from './plan-build';
import { createPrepareDocuments } from './prepare-documents';
import { createRunStage } from './run-stage';
import { createStageNotes } from './stage-notes';
import { createUploadRecords } from './upload-records';

export function createIndexBuildActivities(deps: ActivityDeps) {
  const notes = createStageNotes(deps);
  return {
    ...createPlanBuild(deps),
    ...createMakeSchema(deps, notes),
    ...createPrepareDocuments(deps, notes),
    ...createUploadRecords(deps, notes),
    ...createRunStage(deps, notes),
    ...createBuildEnds(deps),
  };
}
