import { type CustomMetadata } from './document';

/** Maps names of an object's metadata, compared without case, to keys of custom metadata. */
export type MetadataMapping = Readonly<Record<string, string>>;

const headerPrefix = 'x-ms-meta-';

/**
 * The custom metadata that a mapping takes from an object. Names in the mapping may have the prefix of
 * Azure's headers. Names that the object does not have are left out.
 *
 * @param metadata metadata of the object, by names in lower case
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
