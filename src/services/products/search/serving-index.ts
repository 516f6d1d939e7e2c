import { type Assignment, type ChosenGroup, groupNamed, groupsOf } from '../../../domain/products/assignment';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { changedFixedSettings, shopperWeight } from '../../../product-search';
import { assignmentOf } from '../../../stores/products/product-assignments';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/** Whom a search is for, and the variant that it asks for by name. */
export interface Shopper {
  userToken?: string | undefined;
  variant?: string | null | undefined;
}

/** The index that serves a search: the one that was asked, or a copy of it. */
export interface ServingIndex {
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
export async function servingIndex(
  { stores }: Pick<ServiceDeps, 'stores'>,
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
