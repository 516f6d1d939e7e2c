import { continueAsNew, isCancellation, workflowInfo } from '@temporalio/workflow';
import {
  type ImportClaim,
  type ImportEnding,
  type ProductJobRef,
} from '../../src/domain/products/activities';
import { IMPORT_ERRORS } from '../../src/domain/products/import';
import {
  isFinalProductJobState,
  productJobNotRunning,
  type ProductJobState,
} from '../../src/domain/products/product-job';
import {
  engineActivities,
  longEngineActivities,
  providerActivities,
  storeActivities,
} from '../activity-proxies';
import { createJobRun, failureType, jobFailure, showStage } from '../job-run';

const { claimImport } = storeActivities('claim the import');
const { pullPages } = providerActivities('bring pages of the source into the blob store');
const { readPages } = longEngineActivities('read the pages and stage their records');
const { mapSettings } = storeActivities('map the settings of the source');
const { addImported } = longEngineActivities('commit the records and save the settings');
const { validateImport } = storeActivities('hold the settings against the records, and have the index built');
const { finishImport, leaveImport } = engineActivities('end the import and clean up behind it');

const job = createJobRun<ProductJobState>({
  noun: 'import',
  notRunning: productJobNotRunning,
  isFinal: isFinalProductJobState,
});

/** Message for the owner of an import that a fault of the service has stopped. */
const serviceFault = 'A fault of the service stopped the import. Nothing was changed; import again.';

/**
 * Imports an index from another provider in stages, each visible to operators, and starts its build. Pages
 * are stored as they arrive. Records are staged as one upload, which is committed when it is complete; a run
 * that is stopped before does not change the index. Searches see the import when the build that follows has
 * succeeded.
 *
 * The run of a failed import fails, with the import's `error_code` as failure type. When the job was
 * cancelled, the run only cleans up and returns the state in the row.
 */
export function indexImport({ jobId }: ProductJobRef): Promise<ProductJobState> {
  return job.run<ImportClaim>({
    claim: () => claimImport({ jobId }),
    work: () => bringOver(jobId),
    end: (stop) => finish(jobId, stop === null ? { code: 'done' } : endingOf(stop)),
    leave: async () => {
      await leaveImport({ jobId });
    },
  });
}

async function bringOver(jobId: string): Promise<void> {
  showStage('pull');
  while ((await pullPages({ jobId })).more)
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof indexImport>({ jobId });
  for (let isStaged = false; !isStaged;) {
    showStage('read');
    await readPages({ jobId });
    showStage('map');
    await mapSettings({ jobId });
    showStage('add');
    ({ isStaged } = await addImported({ jobId }));
  }
  showStage('validate');
  await validateImport({ jobId });
}

/** Ends the import and with it the run: succeeded, or failed with the `error_code` as failure type. */
async function finish(jobId: string, ending: ImportEnding): Promise<ProductJobState> {
  const outcome = await finishImport({ jobId, ending });
  if (outcome === null) throw job.noSuchJob();
  const { state, error } = outcome;
  job.show(state);
  if (state !== 'failed' || ending.code === 'CANCELLED' || ending.code === 'done') return state;
  throw jobFailure({
    type: ending.code,
    message: error ?? ending.message,
    isOurs: ending.code === 'IMPORT_FAILED',
  });
}

function endingOf(stop: Error): ImportEnding {
  if (isCancellation(stop)) return { code: 'CANCELLED', message: 'The job was stopped by an operator.' };
  const type = failureType(stop);
  const code = IMPORT_ERRORS.find((known) => known === type);
  if (code === undefined || !(stop.cause instanceof Error))
    return { code: 'IMPORT_FAILED', message: serviceFault };
  return { code, message: stop.cause.message };
}
