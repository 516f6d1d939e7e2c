import { utf8Bytes } from '../platform/utf8-bytes';

/**
 * Form of a collection's name: 3 to 63 letters, digits, hyphens and underscores, alphanumeric at both ends.
 */
export const collectionNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{1,61}[A-Za-z0-9]$/;

/** The metadata of a collection is the caller's: stored and returned, never interpreted. */
export const collectionMetadataBytesMax = 16 * 1024;
export const collectionMetadataDepthMax = 5;
export const collectionMetadataKeysMax = 100;
export const collectionDescriptionCharsMax = 4_000;

/** Page of `GET /v2/collections`. */
export const collectionsPageMax = 1_000;
export const collectionsPageDefault = 100;

/**
 * Counts of the rows that a collection shows. They are kept exact with every write, so that nothing is ever
 * counted anew.
 */
export interface CollectionCounts {
  documents: number;
  chunks: number;
  /** Chunks with custom metadata of their own. */
  chunkMetadata: number;
  relations: number;
  /** Relations whose target document is not in the collection (any more). */
  relationsUnresolved: number;
}

export const noCounts: CollectionCounts = {
  documents: 0,
  chunks: 0,
  chunkMetadata: 0,
  relations: 0,
  relationsUnresolved: 0,
};

/** The fault of a collection's metadata; null when it may be stored. Every object and list is a level. */
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
 * Keys of all objects, the number of levels, and whether JSON can write all numbers; without recursion, and
 * only as deep as is needed to refuse it.
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
