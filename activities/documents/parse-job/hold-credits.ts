import { parseHoldKind } from '../../../src/domain/documents/parse-job';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { jobFailure } from './failures';

/**
 * Raises the hold of a job to its known price.
 *
 * @throws ApplicationFailure `insufficient_credits` when its organization does not have them
 */
export async function holdCredits(
  { credits }: Pick<ActivityDeps, 'credits'>,
  { _id: id, organizationId }: Pick<ParseJobRow, '_id' | 'organizationId'>,
  price: number,
): Promise<void> {
  const outcome = await credits.raiseTo(organizationId, { id, kind: parseHoldKind }, price);
  if (outcome === 'insufficient_credits') throw jobFailure(outcome, sourceSentences.notPaidFor);
}
