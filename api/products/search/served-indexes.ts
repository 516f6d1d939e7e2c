import { type ChosenGroup } from '../../../src/domain/products/assignment';
import { createVisibleFields, newQueryId, type SearchTarget } from '../../../src/product-search';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { findReadIndex, refuseOtherIndexes } from '../../../src/services/products/indexes/find';
import { askedFields, type NamingBody } from './asked-fields';
import { createRememberedIndexes } from '../../../src/services/products/search/remembered-indexes';
import { type SearchTargets } from '../../../src/services/products/search/targets';
import { servingIndex, type Shopper } from '../../../src/services/products/search/serving-index';

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
  asked: NamingBody;
  /** Whom the search is for, and the variant that it asks for; absent for routes without experiments. */
  shopper?: Shopper;
  signal: AbortSignal;
}

/**
 * Answers a request by the index that the name of an index or an alias stands for; see {@link createServedIndexes}.
 *
 * @param answer has no effects: it is asked again where the index has just changed
 */
export type ServedIndexes = <T>(
  caller: Caller,
  name: string,
  request: IndexRequest,
  answer: (served: ServedIndex) => Promise<T>,
) => Promise<T>;

/**
 * Creates the function by which every route that searches asks its index.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `FORBIDDEN`, `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`;
 *   BlobNotFound when the build has just been replaced; and what the answer throws
 */
export function createServedIndexes(
  deps: Pick<ApiDeps, 'stores' | 'sealer' | 'physicalIndexes'>,
  targetOf: SearchTargets,
): ServedIndexes {
  const visibleFields = createVisibleFields(deps);
  const rememberedIndex = createRememberedIndexes((caller, name) => findReadIndex(deps, caller, name));

  async function serve(
    caller: Caller,
    index: ProductIndexRow,
    { asked, shopper = {}, signal }: IndexRequest,
  ): Promise<ServedIndex> {
    const { row, chosen, groups } = await servingIndex(deps, index, shopper);
    const counted = { indexId: index._id, groups };
    const queryId = newQueryId(deps.sealer, caller, counted);
    const whole = await targetOf(row, caller);
    const target = await visibleFields(whole, askedFields(asked, whole), signal);
    return { queryId, row, asked: index.name, chosen, counted, target };
  }

  return async (caller, name, request, answer) => {
    refuseOtherIndexes(caller, name);
    return rememberedIndex(caller, name, async (index) => answer(await serve(caller, index, request)));
  };
}
