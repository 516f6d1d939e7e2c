import { type DeletionClaim, type ProductJobRef } from '../../src/domain/products/activities';
import {
  isFinalProductJobState,
  productJobNotRunning,
  type ProductJobState,
} from '../../src/domain/products/product-job';
import { longEngineActivities, storeActivities } from '../activity-proxies';
import { createJobRun, jobFailure, showStage } from '../job-run';

const { claimDeletion, finishDeletion } = storeActivities('claim or end the deletion');
const { removeIndex } = longEngineActivities('remove builds, records, settings and the index');

const job = createJobRun<ProductJobState>({
  noun: 'deletion',
  notRunning: productJobNotRunning,
  isFinal: isFinalProductJobState,
});

/** Deletes an index with all its data. A failed deletion can be requested again. */
export function indexDelete({ jobId }: ProductJobRef): Promise<ProductJobState> {
  return job.run<DeletionClaim>({
    claim: () => claimDeletion({ jobId }),
    async work() {
      showStage('drop');
      await removeIndex({ jobId });
    },
    async end(stop) {
      const message = stop === null ? null : 'The index could not be removed; delete it again.';
      const outcome = await finishDeletion({ jobId, message });
      if (outcome === null) throw job.noSuchJob();
      job.show(outcome.state);
      if (message === null) return outcome.state;
      throw jobFailure({ type: 'DELETE_FAILED', message, isOurs: true });
    },
  });
}
