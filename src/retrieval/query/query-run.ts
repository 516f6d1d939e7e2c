import { type Reranker } from '../../models';
import { type Confirm } from '../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type MetadataFilter } from '../filter';
import { type LoopTurns } from './loop-turns';
import { type SearchedNamespaces } from './searched-namespaces';
import { type EngineDeps } from './engine-deps';
import { type PlannedQuery } from './search-plan';
import { type StageClock } from './stage-clock';

/** Time limit for all searches of one request, in milliseconds. */
export const searchTimeoutMs = 15_000;

/** A query with all that is known before the first read of the stores. */
export interface PreparedQuery extends Omit<PlannedQuery, 'depth' | 'doneDocuments'> {
  collection: CollectionRow;
  filter: MetadataFilter | null;
  /** Whether the query is in another language than the chunks, of those that the embedding model knows. */
  isOtherLanguage: boolean;
  /** Null when the query requests none. */
  reranker: Reranker | null;
}

/** A running query: the prepared query, and the dependencies of its steps. */
export interface QueryRun {
  deps: EngineDeps & { turns: LoopTurns; searched: SearchedNamespaces };
  query: PreparedQuery;
  /**
   * Confirms that the collection still equals its row. Null when the row was read for this query, and after a
   * step has taken it (see {@link takeConfirm}).
   */
  confirm: Confirm | null;
  clock: StageClock;
  signal: AbortSignal;
}

/** The pending confirmation, for the step that makes it now; null when none is pending. */
export function takeConfirm(run: QueryRun): Confirm | null {
  const { confirm } = run;
  run.confirm = null;
  return confirm;
}
