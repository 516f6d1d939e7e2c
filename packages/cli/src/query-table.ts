import type { components } from 'sheaf-client';
import type { Table } from './output.js';

type Result = components['schemas']['QueryResult'] & { collection_name?: string };

/** Scores of each step, in the order of the steps. */
const scores = ['bm25', 'dense', 'fused', 'rerank', 'boost'] as const;

/**
 * The table of the results of a query. On a terminal scores have three decimal places.
 *
 * @param results of one collection, or of several, which name their collection
 * @param isExplained whether the scores of each step have columns
 */
export function queryTable(results: readonly Result[], isExplained: boolean): Table {
  const isOfSeveral = results.some(({ collection_name: name }) => name !== undefined);
  const head = [
    ...(isOfSeveral ? ['collection'] : []),
    'score',
    'file',
    'text',
    ...(isExplained ? [...scores, 'sources'] : []),
  ];
  const rowsOf = (shown: (score: number | null | undefined) => unknown) =>
    results.map(({ collection_name: name, score, document, text, match_sources: sources, metadata }) => [
      ...(isOfSeveral ? [name] : []),
      shown(score),
      document?.filename,
      text,
      ...(isExplained ? [...scores.map((name) => shown(metadata?.scores[name])), sources.join(' ')] : []),
    ]);
  return {
    head,
    rows: rowsOf((score) => score),
    onTerminal: { head, rows: rowsOf((score) => score?.toFixed(3)) },
  };
}
