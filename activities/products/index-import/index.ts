import { type ProductActivities } from '../../../src/domain/products/activities';
import { type ActivityDeps } from '../../deps';
import { takeBuildTurn } from '../build-turn';
import { createStageNotes } from '../index-build/stage-notes';
import { createAddImported } from './add-imported';
import { createImportEnds } from './finish-import';
import { createPullPages } from './pull-pages';
import { createReadPages } from './read-pages';
import { createValidateImport } from './validate-import';

export function createIndexImportActivities(
  deps: ActivityDeps,
): Pick<
  ProductActivities,
  | 'claimImport'
  | 'pullPages'
  | 'readPages'
  | 'mapSettings'
  | 'addImported'
  | 'validateImport'
  | 'finishImport'
  | 'leaveImport'
> {
  const notes = createStageNotes(deps);
  return {
    async claimImport({ jobId }) {
      await takeBuildTurn(deps, jobId);
      const job = await deps.productJobs.claim(jobId, 'importing');
      return job === null ? null : { state: job.state };
    },
    ...createPullPages(deps, notes),
    ...createReadPages(deps, notes),
    ...createAddImported(deps, notes),
    ...createValidateImport(deps, notes),
    ...createImportEnds(deps),
  };
}
