import { type ImportClaim, type ProductJobRef } from '../../../src/domain/products/activities';
import { type ActivityDeps } from '../../deps';
import { takeBuildTurn } from '../build-turn';
import { addImported, mapSettings } from './add-imported';
import { finishImport, leaveImport } from './finish-import';
import { pullPages } from './pull-pages';
import { readPages } from './read-pages';
import { validateImport } from './validate-import';

async function claimImport(
  deps: Pick<ActivityDeps, 'productBuildsMax' | 'productJobs'>,
  { jobId }: ProductJobRef,
): Promise<ImportClaim | null> {
  await takeBuildTurn(deps, jobId);
  const job = await deps.productJobs.claim(jobId, 'importing');
  return job === null ? null : { state: job.state };
}

export const indexImportActivities = {
  claimImport,
  pullPages,
  readPages,
  mapSettings,
  addImported,
  validateImport,
  finishImport,
  leaveImport,
};
