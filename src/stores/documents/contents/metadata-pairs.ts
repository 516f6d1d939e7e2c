import { type CustomMetadata, type CustomValue } from '../../../domain/documents/document';

/**
 * An entry of custom metadata as MongoDB keeps it. Metadata is a list of entries instead of an object, so
 * that a key may hold dots, begin with a dollar sign or be called `__proto__`, and so that one index serves
 * all keys. Query with `$elemMatch`.
 */
export interface MetadataPair {
  k: string;
  v: CustomValue;
}

export function toPairs(metadata: CustomMetadata): MetadataPair[] {
  return Object.entries(metadata).map(([k, v]) => ({ k, v }));
}

/** The metadata as an object without a prototype: whatever its keys are called, they are its own. */
export function fromPairs(pairs: readonly MetadataPair[]): CustomMetadata {
  const metadata = Object.create(null) as CustomMetadata;
  for (const { k, v } of pairs) metadata[k] = v;
  return metadata;
}
