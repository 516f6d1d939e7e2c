/** How a query was searched for, as its semantic ratio says. */
export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Mode of a semantic ratio: both ends are one leg alone. */
export function searchModeOf(semanticRatio: number): SearchMode {
  if (semanticRatio === 0) return 'keyword';
  return semanticRatio === 1 ? 'semantic' : 'hybrid';
}

/** Queries that can be asked for: only completed ones are recorded, so that the other state has none. */
export const QUERY_STATES = ['completed', 'failed'] as const;

/**
 * State of a query's stored body. `missing`: it could not be stored, or was removed on purpose; `archived`:
 * its time is over.
 */
export const BODY_STATES = ['available', 'archived', 'missing'] as const;
export type BodyState = (typeof BODY_STATES)[number];

/** Time that bodies are kept from the query on; the rows of queries stay. */
export const queryBodyTtlMs = 90 * 24 * 3_600_000;

/**
 * State of a body that had so many bytes (null: none was stored). Its time ends by the clock, whether or not
 * retention has come by.
 */
export function bodyStateOf(
  { bodyBytes, createdAt }: { bodyBytes: number | null; createdAt: Date },
  now: Date,
): BodyState {
  if (bodyBytes === null) return 'missing';
  return now.getTime() - createdAt.getTime() < queryBodyTtlMs ? 'available' : 'archived';
}

/**
 * Largest body that is stored, as JSON. It fits into a document of MongoDB (16 MiB), and a hundred results
 * with all that can come with them are far smaller.
 */
export const queryBodyBytesMax = 15 * 1024 * 1024;
