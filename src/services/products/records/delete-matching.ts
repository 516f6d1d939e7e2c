import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { deletedRecordsMax, writeWaitMsMax } from '../../../domain/products/limits';
import { createRecordTest, filterQuery, type FilterTree } from '../../../product-search';
import { type MatchingDeletion } from '../../../stores/products/matching-deletions';
import { type ServiceDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { findIndex } from '../indexes/find';
import { type TargetDeps, targetOf, withEngineFailures } from '../search/target';
import { type SentFilters, wantedFilter } from '../search/request';
import { waitUntilApplied, wakeWrites } from './write';
import { refusePartialWriters } from './own-records';

/** Request to delete the records that pass a filter. */
export interface RemovalRequest extends SentFilters {
  index: string;
  reservedId: string | null;
  log: Logger;
  signal: AbortSignal;
}

export interface Removal {
  indexId: string;
  matched: number;
  /** Sequence numbers of the deletions; empty when no record passes. */
  seqs: readonly number[];
  /** Job that applies them; null when no record passes. */
  jobId: string | null;
}

const idsPerRequest = 5_000;
const retryAfterSeconds = 5;
const partial = 'The API key sees some records only: it deletes none by a filter.';

type RemovalDeps = TargetDeps & Pick<ServiceDeps, 'jobs' | 'physicalIndexes'>;

/**
 * Deletes the records that pass a filter. The search engine finds them. Records with later changes in the log
 * are tested again, in their newest state.
 */
export async function deleteMatching(
  deps: RemovalDeps,
  caller: Caller,
  request: RemovalRequest,
): Promise<Removal> {
  const untilMs = performance.now() + writeWaitMsMax;
  for (;;) {
    const { row, removal } = await withEngineFailures(() => attempt(deps, caller, request));
    if (removal !== null) return removal;
    const waitMs = untilMs - performance.now();
    if (waitMs <= 0) throw new Refusal<ProductErrorCode>('INDEXING_UNAVAILABLE', { retryAfterSeconds });
    await waitUntilApplied(deps, row._id, row.sequence, { waitMs, signal: request.signal });
  }
}

/** Makes one attempt; null when the index must be searched again. */
async function attempt(
  deps: RemovalDeps,
  caller: Caller,
  { index, reservedId, log, signal, ...filters }: RemovalRequest,
) {
  const row = await findIndex(deps, caller, index);
  refusePartialWriters(caller, row);
  const target = await targetOf(deps, row, caller);
  if (target.visible.length > 0) throw new Refusal<ProductErrorCode>('ACCESS_DENIED', { message: partial });
  const tree = wantedFilter(filters, target.filterFields);
  if (tree === null) throw wrongFilter('expects a filter that says which records to delete');
  const { buildId, physical, table } = target;
  const found = await findMatching(deps, physical, tree, signal);
  const outcome = await deps.stores.deleteMatching(row._id, {
    buildId,
    searchedThrough: row.appliedThrough,
    found,
    matches: createRecordTest(table, tree),
    reservedId,
  });
  if (outcome.outcome === 'gone') throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  if (outcome.outcome === 'outdated') return { row, removal: null };
  if (outcome.outcome === 'none')
    return { row, removal: { indexId: row._id, matched: 0, seqs: [], jobId: null } };
  const { isFirst, jobId } = outcome;
  if (isFirst) await wakeWrites(deps, row, log);
  const seqs = outcome.seqs.filter((seq) => seq !== null);
  return { row, removal: { indexId: row._id, matched: seqs.length, seqs, jobId } };
}

/** Searches for the records that pass a filter, with their versions. @throws ValidationError for too many */
async function findMatching(
  { physicalIndexes }: Pick<ServiceDeps, 'physicalIndexes'>,
  physical: string,
  tree: FilterTree,
  signal: AbortSignal,
): Promise<MatchingDeletion['found']> {
  await physicalIndexes.refresh(physical);
  const found: { recordId: string; seq: number }[] = [];
  for (let after: string | null = null; ;) {
    const { hits } = await physicalIndexes.search(
      physical,
      {
        query: { bool: { filter: [filterQuery(tree)] } },
        size: idsPerRequest,
        sort: [{ id: 'asc' }],
        _source: false,
        version: true,
        track_total_hits: after === null,
        allow_partial_search_results: false,
        ...(after === null ? {} : { search_after: [after] }),
      },
      signal,
    );
    const total = typeof hits.total === 'object' ? hits.total.value : 0;
    if (total > deletedRecordsMax)
      throw wrongFilter(`${total} records pass; at most ${deletedRecordsMax} are deleted at once`);
    found.push(...hits.hits.map(({ _id, _version }) => ({ recordId: _id!, seq: _version! })));
    if (hits.hits.length < idsPerRequest || found.length > deletedRecordsMax) return found;
    after = found.at(-1)!.recordId;
  }
}

function wrongFilter(msg: string): ValidationError {
  return new ValidationError([{ loc: ['body', 'filter'], msg, type: 'value_error' }]);
}
