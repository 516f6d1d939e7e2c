import { finishBuild, leaveBuild } from './finish-build';
import { inferSchema, summarizeRange } from './make-schema';
import { claimBuild, planBuild } from './plan-build';
import { openStage, prepareRange } from './prepare-documents';
import { closeStage, runBuildStage } from './run-stage';
import { openBuild, uploadRange } from './upload-records';

export const indexBuildActivities = {
  claimBuild,
  planBuild,
  summarizeRange,
  inferSchema,
  openStage,
  prepareRange,
  openBuild,
  uploadRange,
  closeStage,
  runBuildStage,
  finishBuild,
  leaveBuild,
};
