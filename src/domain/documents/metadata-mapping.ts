import { type CustomMetadata } from './document';

/** Keys of custom metadata by names of the metadata that objects of a store carry, case aside. */
export type MetadataMapping = Readonly<Record<string, string>>;

const headerPrefix = 'x-ms-meta-';

/**
 * The custom metadata that a mapping takes from an object. Names may be written as Azure's header has them, and
 * what the object does not carry is left out.
 *
 * @param metadata of the object, by names in lower case
 */
export function mappedMetadata(
  mapping: MetadataMapping,
  metadata: Readonly<Record<string, string>>,
): CustomMetadata {
  const carried = new Map(Object.entries(metadata));
  const found = Object.entries(mapping).flatMap(([name, key]): [string, string][] => {
    const lower = name.toLowerCase();
    const value = carried.get(lower) ?? carried.get(lower.replace(headerPrefix, ''));
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}
