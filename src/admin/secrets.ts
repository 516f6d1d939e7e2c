import { parseArgs } from 'node:util';
import { Refusal, UsageError } from '../refusal';
import { SealError, type Sealer } from '../signing/sealed-text';
import { type Stores } from '../stores';
import { type SealedRows } from '../stores/mongo/sealed-rows';
import { secretContext } from '../webhooks';

/** Usage of the command line. */
export const resealUsage = `Usage: npm run --silent reseal

  Seals every webhook secret, the secrets that sign tokens of product search, those of its audit logs, the credentials of
  every sync and of every job that has not ended, and the keys of masking reports, with the key that seals now: the first of
  CREDENTIALS_KEYS, else SIGNING_KEY. All keys of these two variables open, and those of FORMER_KEYS (comma-separated), which
  only this command reads. What broke off is gone on with when this is run again.

MongoDB is the one of MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

const rowsPerBatchMax = 200;
const namedMax = 20;

/**
 * Reads the command line. The run answers a line for people.
 *
 * @throws UsageError, or an error of `parseArgs`
 */
export function readResealCommand(
  argv: readonly string[],
): (
  stores: Pick<
    Stores,
    'auditChains' | 'indexJobs' | 'productJobs' | 'productKeys' | 'syncs' | 'webhookEndpoints'
  >,
  sealer: Sealer,
) => Promise<string> {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: {} });
  if (positionals.length > 0) throw new UsageError(`what is ${positionals[0]!}?`);

  return async ({ auditChains, indexJobs, productJobs, productKeys, syncs, webhookEndpoints }, sealer) => {
    const counts: Counts = { replaced: 0, kept: 0, unreadable: [] };
    await resealAll(webhookEndpoints, secretContext, sealer, counts);
    await resealAll(syncs, (syncId) => syncId, sealer, counts);
    await resealAll(indexJobs, (jobId) => jobId, sealer, counts);
    await resealAll(indexJobs.reportKeys, (jobId) => jobId, sealer, counts);
    await resealAll(productJobs, (jobId) => jobId, sealer, counts);
    await resealAll(productKeys, (keyId) => keyId, sealer, counts);
    await resealAll(auditChains, (chainId) => chainId, sealer, counts);
    const { replaced, kept, unreadable } = counts;
    const line = `${replaced} sealed texts have the new key now, ${kept} had it before.`;
    if (unreadable.length === 0) return line;
    const named = [...new Set(unreadable)].slice(0, namedMax).join(', ');
    throw new Refusal(
      `${line}\n${unreadable.length} do not open with any of the keys; they are of ${named}.`,
    );
  };
}

interface Counts {
  replaced: number;
  kept: number;
  /** Ids of their rows. */
  unreadable: string[];
}

/** Goes through the rows by id, a batch at a time. A row that is written meanwhile keeps what was written. */
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
