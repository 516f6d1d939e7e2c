import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type Caller } from '../../../domain/platform/caller';
import { GRADED_TAGS, type MaskingBound, type PiiTag } from '../../../domain/platform/personal-data';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ServiceDeps } from '../../deps';

export interface WantedBound {
  collectionName: string;
  tag: PiiTag;
  bound: MaskingBound;
}

/**
 * Sets the bound of a kind of personal data in a collection. Jobs that are accepted afterwards mask by it.
 *
 * @returns the collection afterwards
 * @throws Refusal `collection_not_found`; ValidationError for a bound that the kind does not have
 */
export async function setMaskingBound(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { collectionName, tag, bound }: WantedBound,
): Promise<CollectionRow> {
  if ((bound === 'stricter' || bound === 'wider') && !GRADED_TAGS.includes(tag)) {
    const msg = `${tag} is found by its form; its bound is off or default`;
    throw new ValidationError([{ loc: ['body', 'bound'], msg, type: 'value_error' }]);
  }
  const set = { bound, setBy: caller.keyId, setAt: new Date() };
  const collection = await stores.collections.setMaskingBound(caller, collectionName, tag, set);
  if (collection === null) throw new Refusal<DocumentErrorCode>('collection_not_found');
  return collection;
}
