import { type BilledPages, indexCredits } from '../../../src/domain/documents/billing';
import { indexHoldKind } from '../../../src/domain/documents/index-job';
import { inBatches } from '../../../src/stores/mongo/in-batches';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { type HeldFile } from './held-file';
import { fileFailure } from './job-failures';

const filesPerRaiseMax = 100;

/** Raises the hold of a job by the price of a file before the file is embedded and stored. */
export function createHoldCredits({ credits }: Pick<ActivityDeps, 'credits'>) {
  /** Whether the credits of a job cover each of these prices; files that wait for each other ask together. */
  const raise = inBatches<number, boolean>(filesPerRaiseMax, async (group, prices) => {
    const [organizationId, id] = group.split('/') as [string, string];
    const raiseBy = async (price: number) =>
      (await credits.raiseBy(organizationId, { id, kind: indexHoldKind }, price)) === 'raised';
    const total = prices.reduce((sum, price) => sum + price, 0);
    if (await raiseBy(total)) return prices.map(() => true);
    const each: boolean[] = [];
    for (const price of prices) each.push(prices.length > 1 && (await raiseBy(price)));
    return each;
  });

  /**
   * A file that has documents was held for by a former attempt.
   *
   * @throws ApplicationFailure `insufficient_credits` when the organization does not have them
   */
  return async ({ job, row }: HeldFile, billed: BilledPages): Promise<void> => {
    if (row.documents.length > 0) return;
    const price = indexCredits(billed, job.options.processingType);
    if (!(await raise(`${job.organizationId}/${job._id}`, price)))
      throw fileFailure('insufficient_credits', sourceSentences.notPaidFor);
  };
}
