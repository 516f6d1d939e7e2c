import { type ChosenGroup } from '../../../src/domain/products/assignment';
import { type SearchTarget } from '../../../src/product-search';
import { type ProductIndexRow } from '../../../src/stores/products/product-indexes';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../http/route';
import { findReadIndex } from '../names';
import { type SearchBody } from '../schemas/search';
import { createSearchTargets } from './search-targets';
import { servingIndex } from './serving-index';

/** An index as a caller searches it. */
export interface ServedIndex {
  /** The index that was asked, or the copy of it that serves the shopper. */
  row: ProductIndexRow;
  /** Name of the index that was asked, whatever alias was used. */
  asked: string;
  /** Group of an experiment that decided; null without one. */
  chosen: ChosenGroup | null;
  target: SearchTarget;
}

/** Whom a search is for, and the variant that it asks for: routes without experiments leave them out. */
export type Shopper = Pick<SearchBody, 'user_token' | 'variant'>;

/** Finds the index that the name of an index or an alias stands for; see {@link createServedIndexes}. */
export type ServedIndexes = (caller: Caller, name: string, shopper?: Shopper) => Promise<ServedIndex>;

/**
 * Creates the function by which every route that searches finds its index.
 *
 * @throws RequestError `INDEX_NOT_FOUND`, `VARIANT_NOT_FOUND`, `FORBIDDEN`, `INDEX_NOT_READY`; SearchRefused `ACCESS_DENIED`;
 *   BlobNotFound when the build has just been replaced
 */
export function createServedIndexes(deps: Pick<ApiDeps, 'stores' | 'blobs'>): ServedIndexes {
  const targetOf = createSearchTargets(deps);
  return async (caller, name, shopper = {}) => {
    const index = await findReadIndex(deps, caller, name);
    const { row, chosen } = await servingIndex(deps, index, shopper);
    return { row, asked: index.name, chosen, target: await targetOf(row, caller) };
  };
}
