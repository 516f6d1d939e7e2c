import { utf8Bytes } from '../platform/utf8-bytes';

export const collectionNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{1,61}[A-Za-z0-9]$/;

/**
 * Bounds of a collection's metadata, as JSON in UTF-8. The caller's metadata is stored and returned, never
 * interpreted.
 */
export const collectionMetadataBytesMax = 16 * 1024;
export const collectionMetadataDepthMax = 5;
export const collectionMetadataKeysMax = 100;
export const collectionDescriptionCharsMax = 4_000;

/** Most collections on a page of `GET /v2/collections`. */
export const collectionsPageMax = 1_000;
export const collectionsPageDefault = 100;

/** Counts of the rows that a collection shows. Every write updates them, so that no read counts rows. */
export interface CollectionCounts {
  documents: number;
  chunks: number;
  /** Chunks with custom metadata of their own. */
  chunkMetadata: number;
  relations: number;
  /** Relations whose target document is not in the collection. */
  relationsUnresolved: number;
}

export const noCounts: CollectionCounts = {
  documents: 0,
  chunks: 0,
  chunkMetadata: 0,
  relations: 0,
  relationsUnresolved: 0,
};

/**
 * The first rule that a collection's metadata breaks; null when it may be stored. Every object and list is a
 * level.
 */
export function collectionMetadataFault(metadata: Record<string, unknown>): string | null {
  const { keys, depth, finite } = extentOf(metadata);
  if (!finite) return 'must not have a number out of range';
  if (depth > collectionMetadataDepthMax)
    return `must not be deeper than ${collectionMetadataDepthMax} levels`;
  if (keys > collectionMetadataKeysMax) return `must not have more than ${collectionMetadataKeysMax} keys`;
  const bytes = utf8Bytes(JSON.stringify(metadata));
  return bytes > collectionMetadataBytesMax
    ? `must not be larger than ${collectionMetadataBytesMax} bytes`
    : null;
}

/**
 * Number of keys of all objects, number of levels, and whether JSON can write all numbers. Works without
 * recursion and stops at the first level that is too deep.
 */
function extentOf(root: object): { keys: number; depth: number; finite: boolean } {
  let level: object[] = [root];
  let keys = 0;
  let depth = 0;
  let finite = true;
  while (level.length > 0 && depth <= collectionMetadataDepthMax) {
    depth += 1;
    keys += level.reduce((sum, value) => sum + (Array.isArray(value) ? 0 : Object.keys(value).length), 0);
    const values = level.flatMap((value): unknown[] => Object.values(value));
    finite &&= values.every((value) => typeof value !== 'number' || Number.isFinite(value));
    level = values.filter((value) => typeof value === 'object' && value !== null);
  }
  return { keys, depth, finite };
}
