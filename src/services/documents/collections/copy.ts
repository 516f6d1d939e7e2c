import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ServiceDeps } from '../../deps';

export interface CollectionCopy {
  source: string;
  target: string;
  /** Whether relations are copied as well. */
  includeGraph: boolean;
}

/**
 * Copies a collection within its environment.
 *
 * @throws Refusal `collection_not_found`, `target_name_in_use`
 */
export async function copyCollection(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  wanted: CollectionCopy,
): Promise<{ source: CollectionRow; copy: CollectionRow }> {
  const outcome = await stores.collections.copy(caller, wanted);
  if (outcome.state === 'source_missing') throw new Refusal<DocumentErrorCode>('collection_not_found');
  if (outcome.state === 'target_name_in_use') throw new Refusal<DocumentErrorCode>('target_name_in_use');
  return { source: outcome.source, copy: outcome.copy };
}
