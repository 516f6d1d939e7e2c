/** Modes of a search, which follow from its semantic ratio. */
export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Mode of a semantic ratio: 0 is `keyword`, 1 is `semantic`, all between are `hybrid`. */
export function searchModeOf(semanticRatio: number): SearchMode {
  if (semanticRatio === 0) return 'keyword';
  return semanticRatio === 1 ? 'semantic' : 'hybrid';
}

/**
 * States by which the history can be filtered. Only completed queries are recorded: `failed` selects nothing.
 */
export const QUERY_STATES = ['completed', 'failed'] as const;

/**
 * States of a query's stored body. `missing`: it could not be stored, or was removed on purpose. `archived`:
 * its retention has ended.
 */
export const BODY_STATES = ['available', 'archived', 'missing'] as const;
export type BodyState = (typeof BODY_STATES)[number];

/** Retention of bodies, from the query; the rows of queries stay. */
export const queryBodyTtlMs = 90 * 24 * 3_600_000;

/**
 * State of a body of this size (null: none was stored). A body is `archived` by the clock, even before
 * retention has removed it.
 */
export function bodyStateOf(
  { bodyBytes, createdAt }: { bodyBytes: number | null; createdAt: Date },
  now: Date,
): BodyState {
  if (bodyBytes === null) return 'missing';
  return now.getTime() - createdAt.getTime() < queryBodyTtlMs ? 'available' : 'archived';
}

/**
 * Size limit of a stored body, as JSON. It fits into a document of MongoDB (16 MiB). A hundred results with
 * all optional parts are far smaller.
 */
export const queryBodyBytesMax = 15 * 1024 * 1024;
