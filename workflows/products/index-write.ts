import {
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { type IndexWritesRef } from '../../src/domain/products/activities';
import { wroteName } from '../../src/domain/products/run-ids';
import { writeActivities } from '../activity-proxies';

const { applyWrites } = writeActivities('apply the live writes that wait');

/** Live writes wait to be applied. */
const wroteSignal = defineSignal(wroteName);

/**
 * Applies the live writes of an index in the order of their numbers, burst after burst, and ends when none
 * wait. At most one run per index exists. The row of the index says which writes wait, so that lost or extra
 * signals, resets and terminated runs do no harm: the sweep signals an index with waiting writes.
 */
export async function indexWrite({ indexId }: IndexWritesRef): Promise<void> {
  let hasWritten = true;
  setHandler(wroteSignal, () => {
    hasWritten = true;
  });
  let bursts = 0;
  let records = 0;
  while (hasWritten) {
    hasWritten = false;
    const applied = await applyWrites({ indexId });
    bursts += applied.bursts;
    records += applied.records;
    setCurrentDetails(`**${records}** records in ${bursts} jobs`);
    if (applied.more) hasWritten = true;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof indexWrite>({ indexId });
  }
}
