import { CommandError } from '../command-errors';
import { SealError, type Sealer } from '../signing/sealed-text';
import { type Stores } from '../stores';
import { type SealedRows } from '../stores/mongo/sealed-rows';
import { secretContext } from '../webhooks';

const rowsPerBatchMax = 200;
const namedMax = 20;

export type SealedStores = Pick<
  Stores,
  'auditChains' | 'indexJobs' | 'productJobs' | 'productKeys' | 'syncs' | 'webhookEndpoints'
>;

/**
 * Reseals all secrets with the current sealing key. A call after an interruption resumes the work.
 *
 * @throws CommandError at the end, with the rows whose secrets no key opens; by then all others are resealed
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
  throw new CommandError(
    `${resealedSentence(counts)} Secrets that no key opens: ${unreadable.length}, of ${named}.`,
  );
}

/** Sentence that reports how many secrets a command has resealed. */
export function resealedSentence({ replaced, kept }: ResealedSecrets): string {
  return `Secrets sealed with the present key: ${replaced} now, ${kept} before.`;
}

/** Number of secrets that were resealed, and of those that already had the current key. */
export interface ResealedSecrets {
  replaced: number;
  kept: number;
}

interface Counts extends ResealedSecrets {
  /** Ids of the rows whose secrets no key opens. */
  unreadable: string[];
}

/** Reseals the rows in the order of their ids, in batches. A concurrent write to a row wins. */
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

/**
 * Returns the text sealed with the current key: unchanged where it has that key, null where no key opens it.
 */
function resealed(sealer: Sealer, text: string, context: string): string | null {
  try {
    const value = sealer.open(text, context);
    return sealer.isCurrent(text) ? text : sealer.seal(value, context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
