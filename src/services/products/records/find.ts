import { type ProductErrorCode } from '../../../domain/products/errors';
import { foldRecord } from '../../../domain/products/fold';
import { type LogView, nextView } from '../../../domain/products/record-log';
import { memberFields, seesAllRecords, shownMembers } from '../../../product-search';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { scopeOf } from '../../../domain/products/key-scope';
import { type TargetDeps, targetOf, withEngineFailures } from '../search/target';

/** Record with its version; `staged` says whether only the next build will serve it. */
export interface FoundRecord {
  text: string;
  seq: number;
  staged: boolean;
}

/**
 * Finds a record as the served build has it, with every live write so far; a staged record as the next build
 * will have it.
 *
 * @throws Refusal `RECORD_NOT_FOUND`
 */
async function findNewest(
  { stores }: Pick<ServiceDeps, 'stores'>,
  index: ProductIndexRow,
  id: string,
): Promise<FoundRecord> {
  const entries = (await stores.recordEntries.ofRecords(index._id, [id])).get(id) ?? [];
  const inView = (view: LogView, staged: boolean): FoundRecord | null => {
    const state = foldRecord(entries, view);
    return state?.text == null ? null : { text: state.text, seq: state.seq, staged };
  };
  const served = index.served === null ? null : inView(index.served.view, false);
  const found = served ?? inView(nextView(index), true);
  if (found === null) throw new Refusal<ProductErrorCode>('RECORD_NOT_FOUND');
  return found;
}

type FindDeps = TargetDeps & Pick<ServiceDeps, 'physicalIndexes'>;

/**
 * Finds a record for a caller. Keys that see all records get the newest state; others get the record as
 * searches find it, because the search engine enforces their bounds.
 *
 * @throws Refusal `RECORD_NOT_FOUND`, also for a record that the caller may not see; `ACCESS_DENIED`,
 * `INDEX_NOT_READY`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`
 */
export async function findRecord(
  deps: FindDeps,
  caller: Caller,
  index: ProductIndexRow,
  id: string,
): Promise<FoundRecord> {
  const [scope, settings] = [scopeOf(caller), settingsOf(index)];
  if (!seesAllRecords(scope, settings)) return withEngineFailures(() => findServed(deps, caller, index, id));
  const found = await findNewest(deps, index, id);
  return { ...found, text: shownMembers(found.text, memberFields(scope, settings)) };
}

async function findServed(
  deps: FindDeps,
  caller: Caller,
  index: ProductIndexRow,
  id: string,
): Promise<FoundRecord> {
  const { physical, visible, shown, members } = await targetOf(deps, index, caller);
  const { hits } = await deps.physicalIndexes.search(physical, {
    size: 1,
    version: true,
    query: { bool: { filter: [{ term: { id } }, ...visible] } },
  });
  const [hit] = hits.hits;
  if (hit?._source === undefined) throw new Refusal<ProductErrorCode>('RECORD_NOT_FOUND');
  // Callers that write records back need complete ones.
  const isWriter = caller.permissions.includes('records.write');
  const text = shownMembers(hit._source.r, isWriter ? shown : members);
  return { text, seq: hit._version!, staged: false };
}
