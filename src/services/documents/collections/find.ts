import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ServiceDeps } from '../../deps';

/** Error codes of {@link findCollection}. */
export const collectionErrors = ['collection_not_found', 'collection_inactive'] as const;

/**
 * Finds a collection of the caller, active or inactive. A name in another organization or environment is
 * answered like an unknown name.
 *
 * @throws Refusal `collection_not_found`
 */
export async function findAnyCollection(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await stores.collections.find(caller, name);
  if (collection === null) throw new Refusal<DocumentErrorCode>('collection_not_found');
  return collection;
}

/**
 * Finds an active collection of the caller.
 *
 * @throws Refusal `collection_not_found`, `collection_inactive`
 */
export async function findCollection(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await findAnyCollection(deps, caller, name);
  if (!collection.active) throw new Refusal<DocumentErrorCode>('collection_inactive');
  return collection;
}
