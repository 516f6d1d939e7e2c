import { type Reranker } from '../../models';
import { type Confirm } from '../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type MetadataFilter } from '../filter';
import { type LoopTurns } from './loop-turns';
import { type SearchedNamespaces } from './searched-namespaces';
import { type EngineDeps } from './query-engine';
import { type PlannedQuery } from './search-plan';
import { type StageClock } from './stage-clock';

/** Longest wait for the search index to answer all searches of one request, in milliseconds. */
export const searchTimeoutMs = 15_000;

/** A query with all that is known before the stores are asked. */
export interface PreparedQuery extends Omit<PlannedQuery, 'depth' | 'doneDocuments'> {
  collection: CollectionRow;
  filter: MetadataFilter | null;
  /** Null where the query asks for none. */
  reranker: Reranker | null;
}

/** A query under way: the query, and the means that each of its steps has. */
export interface QueryRun {
  deps: EngineDeps & { turns: LoopTurns; searched: SearchedNamespaces };
  query: PreparedQuery;
  /**
   * Makes sure that the collection still is as its row says. Null where the row was read for this query, and
   * once a step has taken it (see {@link takeConfirm}).
   */
  confirm: Confirm | null;
  clock: StageClock;
  signal: AbortSignal;
}

/**
 * The confirmation that the run still owes, for the step that asks for it now; null where none is owed any
 * more.
 */
export function takeConfirm(run: QueryRun): Confirm | null {
  const { confirm } = run;
  run.confirm = null;
  return confirm;
}
