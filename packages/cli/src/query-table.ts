import type { components } from 'sheaf-client';
import type { Table } from './output.js';

type Answer = components['schemas']['QueryResponseV3'];

/** Scores of each step, in the order of the steps. */
const scores = ['bm25', 'dense', 'fused', 'rerank', 'boost'] as const;

/**
 * The table of the results of a query. On a terminal scores have three decimal places.
 *
 * @param isExplained whether the scores of each step have columns
 */
export function queryTable({ results }: Answer, isExplained: boolean): Table {
  const head = ['score', 'file', 'text', ...(isExplained ? [...scores, 'sources'] : [])];
  const rowsOf = (shown: (score: number | null | undefined) => unknown) =>
    results.map(({ score, document, text, match_sources: sources, metadata }) => [
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
