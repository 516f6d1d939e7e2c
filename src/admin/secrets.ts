import { Refusal } from '../refusal';
import { SealError, type Sealer } from '../signing/sealed-text';
import { type Stores } from '../stores';
import { type SealedRows } from '../stores/mongo/sealed-rows';
import { secretContext } from '../webhooks';

const rowsPerBatchMax = 200;
const namedMax = 20;

/** Stores whose rows hold sealed texts. */
export type SealedStores = Pick<
  Stores,
  'auditChains' | 'indexJobs' | 'productJobs' | 'productKeys' | 'syncs' | 'webhookEndpoints'
>;

/**
 * Seals all secrets anew with the key that seals now. Called again after an interruption it continues.
 *
 * @throws Refusal at the end, with the rows whose secrets no key opens; all others are sealed by then
 */
export async function resealSecrets(
  { auditChains, indexJobs, productJobs, productKeys, syncs, webhookEndpoints }: SealedStores,
  sealer: Sealer,
): Promise<ResealedSecrets> {
  const counts: Counts = { replaced: 0, kept: 0, unreadable: [] };
  await resealAll(webhookEndpoints, secretContext, sealer, counts);
  await resealAll(syncs, (syncId) => syncId, sealer, counts);
  await resealAll(indexJobs, (jobId) => jobId, sealer, counts);
  await resealAll(indexJobs.reportKeys, (jobId) => jobId, sealer, counts);
  await resealAll(productJobs, (jobId) => jobId, sealer, counts);
  await resealAll(productKeys, (keyId) => keyId, sealer, counts);
  await resealAll(auditChains, (chainId) => chainId, sealer, counts);
  const { replaced, kept, unreadable } = counts;
  if (unreadable.length === 0) return { replaced, kept };
  const named = [...new Set(unreadable)].slice(0, namedMax).join(', ');
  throw new Refusal(
    `${resealedSentence(counts)} Secrets that no key opens: ${unreadable.length}, of ${named}.`,
  );
}

/** Sentence in which a command tells how many secrets it has sealed. */
export function resealedSentence({ replaced, kept }: ResealedSecrets): string {
  return `Secrets sealed with the present key: ${replaced} now, ${kept} before.`;
}

/** How many secrets have got the new key, and how many had it before. */
export interface ResealedSecrets {
  replaced: number;
  kept: number;
}

interface Counts extends ResealedSecrets {
  /** Ids of their rows. */
  unreadable: string[];
}

/** Seals the rows in the order of their ids, in batches. A row that is written meanwhile keeps what was written. */
async function resealAll(
  rows: SealedRows,
  contextOf: (id: string) => string,
  sealer: Sealer,
  counts: Counts,
): Promise<void> {
  let after: string | null = null;
  do {
    const batch = await rows.listSealed(after, rowsPerBatchMax);
    for (const { _id, sealed } of batch)
      for (const from of sealed) {
        const to = resealed(sealer, from, contextOf(_id));
        if (to === null) counts.unreadable.push(_id);
        else if (to === from) counts.kept++;
        else {
          await rows.replaceSealed(_id, { from, to });
          counts.replaced++;
        }
      }
    after = batch.length < rowsPerBatchMax ? null : batch.at(-1)!._id;
  } while (after !== null);
}

/** The text under the key that seals now; itself where it has that key, null where it does not open. */
function resealed(sealer: Sealer, text: string, context: string): string | null {
  try {
    const value = sealer.open(text, context);
    return sealer.isCurrent(text) ? text : sealer.seal(value, context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
