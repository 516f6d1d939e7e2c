import { type Filter } from 'mongodb';
import { type EvaluationState } from '../../../domain/documents/evaluation';
import { type Tenant } from '../../../domain/platform/tenancy';
import { ownedBy } from '../../mongo/owned-by';
import { beyond, madeWithin, type Place, placeOf } from '../../mongo/place';
import { type EvaluationCollection, type EvaluationRow } from './evaluation-kind';

/** The wanted page of a tenant's evaluations, those accepted from `from` on and before `to`. */
export interface EvaluationPage {
  collectionName?: string | undefined;
  state?: EvaluationState | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** The last evaluation of the page before; null for the first page. */
  after: Place | null;
  limit: number;
}

export function evaluationPages(rows: EvaluationCollection) {
  return {
    /** A page of a tenant's evaluations, newest first; `next` is null on the last one. */
    async list(
      tenant: Tenant,
      { collectionName, state, from, to, after, limit }: EvaluationPage,
    ): Promise<{ rows: EvaluationRow[]; next: Place | null }> {
      const conditions: Filter<EvaluationRow>[] = [
        { ...ownedBy(tenant), ...madeWithin({ from, to }), state: state ?? { $ne: 'preparing' } },
        ...(collectionName === undefined ? [] : [{ collectionName }]),
        ...(after === null ? [] : [beyond(after, '$lt')]),
      ];
      const found = await rows
        .find({ $and: conditions })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      const page = found.slice(0, limit);
      return { rows: page, next: found.length > limit ? placeOf(page.at(-1)!) : null };
    },
  };
}
