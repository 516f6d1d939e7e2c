import { type BilledPages, indexCredits } from '../../../src/domain/documents/billing';
import { indexHoldKind } from '../../../src/domain/documents/index-job';
import { inBatches } from '../../../src/stores/mongo/in-batches';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { type FileLease } from './file-lease';
import { fileFailure } from './job-failures';

const filesPerRaiseMax = 100;

/** Holds of credits for the files of jobs. */
export interface FileHolds {
  /**
   * Raises the hold of a job by the price of a file before the file is embedded and stored. An earlier
   * attempt has raised it for a file with documents.
   *
   * @throws ApplicationFailure `insufficient_credits` when the organization does not have them
   */
  raise: (held: FileLease, billed: BilledPages) => Promise<void>;
}

/** Creates the holds of a worker; concurrent files of one job share an update. */
export function createFileHolds({ credits }: Pick<ActivityDeps, 'credits'>): FileHolds {
  /** Whether the credits of a job cover each of these prices. */
  const areCovered = inBatches<number, boolean>(filesPerRaiseMax, async (group, prices) => {
    const [organizationId, id] = group.split('/') as [string, string];
    const raiseBy = async (price: number) =>
      (await credits.raiseBy(organizationId, { id, kind: indexHoldKind }, price)) === 'raised';
    const total = prices.reduce((sum, price) => sum + price, 0);
    if (await raiseBy(total)) return prices.map(() => true);
    const each: boolean[] = [];
    for (const price of prices) each.push(prices.length > 1 && (await raiseBy(price)));
    return each;
  });

  return {
    async raise({ job, row }, billed) {
      if (row.documents.length > 0) return;
      const price = indexCredits(billed, job.options.processingType);
      if (!(await areCovered(`${job.organizationId}/${job._id}`, price)))
        throw fileFailure('insufficient_credits', sourceSentences.notPaidFor);
    },
  };
}
