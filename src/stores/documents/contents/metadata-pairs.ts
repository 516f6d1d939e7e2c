import { type CustomMetadata, type CustomValue } from '../../../domain/documents/document';

/**
 * An entry of custom metadata as MongoDB stores it. A list of entries, instead of an object, allows keys with
 * dots, with a leading dollar sign or such as `__proto__`, and needs one index for all keys. Query it with
 * `$elemMatch`.
 */
export interface MetadataPair {
  k: string;
  v: CustomValue;
}

export function toPairs(metadata: CustomMetadata): MetadataPair[] {
  return Object.entries(metadata).map(([k, v]) => ({ k, v }));
}

/** The metadata as an object without a prototype, so that all keys are its own. */
export function fromPairs(pairs: readonly MetadataPair[]): CustomMetadata {
  const metadata = Object.create(null) as CustomMetadata;
  for (const { k, v } of pairs) metadata[k] = v;
  return metadata;
}
