import { isDeepStrictEqual } from 'node:util';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type Assignment, type ChosenGroup, groupNamed, groupsOf } from '../../../domain/products/assignment';
import { type ProductErrorCode } from '../../../domain/products/errors';
import {
  changedFixedSettings,
  hideUnseenFields,
  newQueryId,
  type SearchTarget,
  shopperWeight,
} from '../../../product-search';
import { assignmentOf, type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { findReadIndex, refuseOtherIndexes } from '../indexes/find';
import { askedFields, type NamingQuery } from './request';
import { type TargetDeps, targetOf, withEngineFailures } from './target';

export type ResolveDeps = TargetDeps & Pick<ServiceDeps, 'physicalIndexes' | 'sealer'>;

/** Whom a search is for, and the variant that it asks for by name. */
export interface Shopper {
  userToken?: string | undefined;
  variant?: string | null | undefined;
}

/** Groups of an index that a search counts in; none outside of experiments. */
interface CountedGroups {
  indexId: string;
  groups: readonly ChosenGroup[];
}

/** An index as a caller searches it. */
export interface ResolvedIndex {
  /** Id of the search. */
  queryId: string;
  /** The index that was asked, or the copy of it that serves the shopper. */
  row: ProductIndexRow;
  /** Name of the index that was asked, also where its alias was named. */
  asked: string;
  /** Group of an experiment that decided; null without one. */
  chosen: ChosenGroup | null;
  /** Index that was asked, and its groups that the search counts in. */
  counted: CountedGroups;
  target: SearchTarget;
}

/** A request that an index is to answer. */
interface IndexRequest {
  asked: NamingQuery;
  /** Absent for requests without experiments. */
  shopper?: Shopper;
  signal: AbortSignal;
}

/** An answer, by which index, and the milliseconds from the request to the answer. */
export type Answered<T> = T & { resolved: ResolvedIndex; totalMs: number };

/**
 * Answers a request from the index behind the name of an index or an alias.
 *
 * @param answer has no effects: it is called again where the index has just changed, or its build was just
 *   replaced
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `FORBIDDEN`, `INDEX_NOT_READY`, `ACCESS_DENIED`,
 *   `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`, `UNAVAILABLE`; and what the answer throws
 */
export async function answerFromIndex<T extends object>(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  request: IndexRequest,
  answer: (resolved: ResolvedIndex) => Promise<T>,
): Promise<Answered<T>> {
  const begun = performance.now();
  const answered = await withEngineFailures(() =>
    withNewestRow(deps, caller, name, async (index) => {
      const resolved = await resolveIndex(deps, caller, index, request);
      return { ...(await answer(resolved)), resolved };
    }),
  );
  return { ...answered, totalMs: Math.round(performance.now() - begun) };
}

/**
 * Works with the row of an index. The wait for the row is saved: the work begins with the row of an earlier
 * request while the row is read, and is done again where that shows a change. A result is therefore never
 * older than its request.
 */
async function withNewestRow<T>(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  work: (index: ProductIndexRow) => Promise<T>,
): Promise<T> {
  refuseOtherIndexes(caller, name);
  const { rows } = deps.searchState;
  const key = `${caller.organizationId}/${caller.environment}/${name}`;
  const known = rows.get(key);
  const reading = findReadIndex(deps, caller, name);
  const attempt = known === undefined ? null : Promise.allSettled([work(known)]);
  const row = await reading.catch((error: unknown) => {
    rows.delete(key);
    throw error;
  });
  rows.set(key, row);
  if (known === undefined || attempt === null || !answersAlike(known, row)) return work(row);
  const [outcome] = await attempt;
  if (outcome.status === 'rejected') throw outcome.reason as Error;
  return outcome.value;
}

/** Whether searches by two rows of an index are the same. */
function answersAlike(known: ProductIndexRow, row: ProductIndexRow): boolean {
  return isDeepStrictEqual(answeringFacts(known), answeringFacts(row));
}

/**
 * Parts of a row that decide how a search is answered. Numbers of live writes are not among them, but for the
 * version of the words that they have brought.
 */
function answeringFacts({
  _id,
  name,
  idField,
  settingsVersion,
  served,
  holder,
  assignment,
  isDeleting,
  wordsVersion,
}: ProductIndexRow) {
  return {
    _id,
    name,
    idField,
    settingsVersion,
    served: served === null ? null : [served.buildId, served.physical, served.builtRecords],
    // A search of an index that has no build yet says whether one is being made.
    holder: served === null ? holder : null,
    assignment,
    isDeleting,
    wordsVersion,
  };
}

/** Decides which index and which build answer, and what the caller sees of them. */
async function resolveIndex(
  deps: ResolveDeps,
  caller: Caller,
  index: ProductIndexRow,
  { asked, shopper = {}, signal }: IndexRequest,
): Promise<ResolvedIndex> {
  const { physicalIndexes, searchState, sealer } = deps;
  const { row, chosen, groups } = await chooseCopy(deps, index, shopper);
  const counted = { indexId: index._id, groups };
  const queryId = newQueryId(sealer, caller, counted);
  const whole = await targetOf(deps, row, caller);
  const target = await hideUnseenFields(
    { physicalIndexes, seenColumns: searchState.seenColumns },
    whole,
    askedFields(asked, whole),
    signal,
  );
  return { queryId, row, asked: index.name, chosen, counted, target };
}

/** The index that answers a search: the one that was asked, or a copy of it. */
interface ChosenCopy {
  row: ProductIndexRow;
  /** Group that decided; null without an assignment, or where its copy cannot serve. */
  chosen: ChosenGroup | null;
  /** Groups that the search counts in: none where a variant was asked for by name. */
  groups: readonly ChosenGroup[];
}

/**
 * Chooses the index that serves a shopper. A copy that is gone, is not built or has other access rules by now
 * serves no search: the index itself does, unless the copy was asked for by name.
 *
 * @throws Refusal `VARIANT_NOT_FOUND`, `INDEX_NOT_READY` for a variant whose copy cannot serve
 */
async function chooseCopy(
  { stores }: Pick<ResolveDeps, 'stores'>,
  index: ProductIndexRow,
  { userToken, variant }: Shopper,
): Promise<ChosenCopy> {
  const assignment = assignmentOf(index);
  const tried = triedGroups(assignment, { userToken, variant });
  const chosen = tried.at(-1) ?? null;
  const groups = variant == null ? tried : [];
  if (chosen?.index == null) return { row: index, chosen, groups };
  const known = index.assignment!.copies.find(({ name }) => name === chosen.index);
  const copy = known === undefined ? null : await stores.productIndexes.get(known.indexId);
  if (copy !== null && canServe(index, copy)) return { row: copy, chosen, groups };
  if (variant == null) return { row: index, chosen: null, groups: [] };
  const message = `The copy of variant ${variant} cannot serve.`;
  throw new Refusal<ProductErrorCode>('INDEX_NOT_READY', { message });
}

function triedGroups(assignment: Assignment | null, { userToken, variant }: Shopper): ChosenGroup[] {
  if (variant != null) {
    const forced = assignment === null ? null : groupNamed(assignment, variant);
    if (forced === null) throw new Refusal<ProductErrorCode>('VARIANT_NOT_FOUND');
    return [forced];
  }
  if (assignment === null || userToken === undefined) return [];
  return groupsOf(assignment, userToken, shopperWeight);
}

function canServe(index: ProductIndexRow, copy: ProductIndexRow): boolean {
  const isSame = changedFixedSettings(settingsOf(index), settingsOf(copy)).length === 0;
  return isSame && copy.served !== null && !copy.isDeleting;
}
