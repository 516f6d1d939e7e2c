import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { Refusal } from '../../../domain/platform/refusal';
import { type ServiceDeps } from '../../deps';
import { findCollection } from '../collections/find';
import { asRefusal } from '../documents/write-batch';

/**
 * Removes a relation.
 *
 * @throws Refusal `relation_not_found`, and those of `findCollection`
 */
export async function removeRelation(
  deps: Pick<ServiceDeps, 'documentWrites' | 'stores'>,
  caller: Caller,
  collectionName: string,
  relationId: string,
): Promise<void> {
  const { _id } = await findCollection(deps, caller, collectionName);
  const isRemoved = isId(ID_PREFIX.relation, relationId) && (await remove(deps, _id, relationId));
  if (!isRemoved) throw new Refusal<DocumentErrorCode>('relation_not_found');
}

async function remove(
  { documentWrites }: Pick<ServiceDeps, 'documentWrites'>,
  collectionId: string,
  relationId: string,
): Promise<boolean> {
  try {
    return await documentWrites.removeRelation(collectionId, relationId);
  } catch (error) {
    throw asRefusal(error) ?? error;
  }
}
