import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type Assignment, type ChosenGroup, groupNamed, groupsOf } from '../../../domain/products/assignment';
import { type ProductErrorCode } from '../../../domain/products/errors';
import {
  changedFixedSettings,
  createFacetCounter,
  createQueryVectors,
  createShopperHash,
  createVisibleFields,
  newQueryId,
  type SearchTarget,
  shopperWeight,
} from '../../../product-search';
import { assignmentOf } from '../../../stores/products/product-assignments';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { findReadIndex, refuseOtherIndexes } from '../indexes/find';
import { askedFields, type NamingQuery } from './query';
import { type SearchTargets } from './targets';

/** Characters of settings and assignments that one process remembers; the least recently searched are forgotten. */
const rememberedCharsMax = 32 * 1024 * 1024;
/** Memory of a row beside its settings, in characters. */
const rowChars = 2_000;

type OpenDeps = Pick<
  ServiceDeps,
  'config' | 'physicalIndexes' | 'queryEmbedders' | 'sealer' | 'searchCounter' | 'stores'
>;

/** What searches of product search depend on, with what a process keeps between them. */
export type SearchDeps = ReturnType<typeof createSearchDeps>;

/** Makes what the searches of a process share; see {@link SearchDeps}. */
export function createSearchDeps(deps: OpenDeps, targets: SearchTargets) {
  const { config, physicalIndexes, queryEmbedders, sealer, searchCounter, stores } = deps;
  return {
    stores,
    sealer,
    physicalIndexes,
    searchCounter,
    targets,
    visibleFields: createVisibleFields(deps),
    countFacets: createFacetCounter(deps),
    queryVectors: createQueryVectors(queryEmbedders),
    shopperHash: createShopperHash(Buffer.from(config.SIGNING_KEY, 'base64')),
    /** Rows of the indexes that were searched last. */
    remembered: new LRUCache<string, ProductIndexRow>({
      maxSize: rememberedCharsMax,
      sizeCalculation: ({ settings, assignment }) =>
        rowChars + settings.length + (assignment?.text.length ?? 0),
    }),
  };
}

/** Whom a search is for, and the variant that it asks for by name. */
export interface Shopper {
  userToken?: string | undefined;
  variant?: string | null | undefined;
}

/** Groups of an index that a search counts in; none outside of experiments. */
export interface CountedGroups {
  indexId: string;
  groups: readonly ChosenGroup[];
}

/** An index as a caller searches it. */
export interface ServedIndex {
  /** Id of the search. */
  queryId: string;
  /** The index that was asked, or the copy of it that serves the shopper. */
  row: ProductIndexRow;
  /** Name of the index that was asked, whatever alias was used. */
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

/**
 * Answers a request from the index behind the name of an index or an alias. The wait for the row of the index is
 * saved: a search begins with the row of an earlier one while the row is read, and is made again where that shows
 * a change. An answer is therefore never older than its request.
 *
 * @param answer has no effects: it is called again where the index has just changed
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `FORBIDDEN`, `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`;
 *   BlobNotFound when the build has just been replaced; and what the answer throws
 */
export async function withServedIndex<T>(
  deps: SearchDeps,
  caller: Caller,
  name: string,
  request: IndexRequest,
  answer: (served: ServedIndex) => Promise<T>,
): Promise<T> {
  refuseOtherIndexes(caller, name);
  const answerBy = async (index: ProductIndexRow) => answer(await serve(deps, caller, index, request));
  const { remembered } = deps;
  const key = `${caller.organizationId}/${caller.environment}/${name}`;
  const known = remembered.get(key);
  const reading = findReadIndex(deps, caller, name);
  const attempt = known === undefined ? null : Promise.allSettled([answerBy(known)]);
  const row = await reading.catch((error: unknown) => {
    remembered.delete(key);
    throw error;
  });
  remembered.set(key, row);
  if (known === undefined || attempt === null || !answersAlike(known, row)) return answerBy(row);
  const [outcome] = await attempt;
  if (outcome.status === 'rejected') throw outcome.reason as Error;
  return outcome.value;
}

/** Whether searches by two rows of an index are the same. */
function answersAlike(known: ProductIndexRow, row: ProductIndexRow): boolean {
  return isDeepStrictEqual(answeringFacts(known), answeringFacts(row));
}

/** Parts of a row that decide how a search is answered. Numbers of live writes are not among them. */
function answeringFacts({
  _id,
  name,
  idField,
  settingsVersion,
  served,
  holder,
  assignment,
  isDeleting,
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
  };
}

async function serve(
  deps: SearchDeps,
  caller: Caller,
  index: ProductIndexRow,
  { asked, shopper = {}, signal }: IndexRequest,
): Promise<ServedIndex> {
  const { row, chosen, groups } = await servingIndex(deps, index, shopper);
  const counted = { indexId: index._id, groups };
  const queryId = newQueryId(deps.sealer, caller, counted);
  const whole = await deps.targets.of(row, caller);
  const target = await deps.visibleFields(whole, askedFields(asked, whole), signal);
  return { queryId, row, asked: index.name, chosen, counted, target };
}

/** The index that serves a search: the one that was asked, or a copy of it. */
interface ServingIndex {
  row: ProductIndexRow;
  /** Group that decided; null without an assignment, or where its copy cannot serve. */
  chosen: ChosenGroup | null;
  /** Groups that the search counts in: none where a variant was asked for by name. */
  groups: readonly ChosenGroup[];
}

/**
 * The index that serves a shopper. A copy that is gone, is not built or has other access rules by now serves
 * nobody: the index itself does, unless the copy was asked for by name.
 *
 * @throws Refusal `VARIANT_NOT_FOUND`, `INDEX_NOT_READY` for a variant whose copy cannot serve
 */
async function servingIndex(
  { stores }: Pick<SearchDeps, 'stores'>,
  index: ProductIndexRow,
  { userToken, variant }: Shopper,
): Promise<ServingIndex> {
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
