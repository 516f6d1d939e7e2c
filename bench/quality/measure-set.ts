import { type RerankModel } from '../../src/domain/platform/rerank-model';
import { type Embedder, type Rerankers } from '../../src/models';
import { type SearchIndex } from '../../src/stores/documents/search-index';
import { boundGoal, type Goal } from '../goal';
import { type AskedSet, askSet } from './asked-set';
import { leastRatio, type MeasuredRow, measureRow } from './measured-row';
import { readNeighbours } from './neighbours';
import { createPlainBm25 } from './plain-bm25';
import { mergedRankings } from './several-collections';
import { autoRankings, fusedRankings, rerankedRankings } from './rankings';
import { type RetrievalSet } from './retrieval-set';

const ratios = [0.1, 0.3, 0.5, 0.7, 0.9] as const;
/** Collections over which a set is spread. */
const collectionCounts = [2, 5] as const;

interface Reranking {
  models: readonly RerankModel[];
  depths: readonly number[];
}

/**
 * Everything that is measured on one set, and its goals; each model reranks the first of the fusion, to each
 * of the depths.
 */
export async function measureSet(
  deps: { embedder: Embedder; search: SearchIndex; rerankers: Rerankers },
  reranking: Reranking,
  set: RetrievalSet,
  signal: AbortSignal,
): Promise<{ rows: MeasuredRow[]; goals: Goal[] }> {
  const plain = createPlainBm25(set.documents);
  const asked = await askSet(deps, set, signal);
  const reference = measureRow(
    'plain BM25 (reference)',
    set,
    set.queries.map(({ text }) => plain(text)),
  );
  const keyword = measureRow('keyword (0)', set, fusedRankings(asked, 0));
  const dense = measureRow('dense (1)', set, fusedRankings(asked, 1));
  const hybrids = ratios.map((ratio) => measureRow(`hybrid ${ratio}`, set, fusedRankings(asked, ratio)));
  const hybrid = hybrids[ratios.indexOf(0.5)]!;
  const auto = measureRow('auto', set, autoRankings(asked));
  const reranked = await measureReranked(deps, reranking, { set, asked }, signal);
  const merged = await measureMerged(deps, set, signal);
  const among = set.oneRightDocument ? [] : await measureAmong(deps, set, signal, { keyword, hybrid });
  const better = Math.max(keyword.gain.all, dense.gain.all);
  const local = reranked.filter(({ name }) => name.startsWith('local-blend-1'));
  // Goals of the legs hold for real questions; a reranker must not harm either kind.
  const legs = set.oneRightDocument
    ? []
    : [
        boundGoal('keyword to plain BM25', 'at least', 1, keyword.gain.all / reference.gain.all),
        boundGoal('hybrid 0.5 to the better leg', 'at least', 1.08, hybrid.gain.all / better),
      ];
  const chosen = set.oneRightDocument
    ? boundGoal('auto to keyword', 'at least', 0.97, auto.gain.all / keyword.gain.all)
    : boundGoal('auto to hybrid 0.5', 'at least', 1, auto.gain.all / hybrid.gain.all);
  const goals = [
    ...legs,
    chosen,
    ...among.map(({ row, alone }) => ratioGoal(row, alone)),
    ...local.flatMap((row) => [
      boundGoal(`${row.name}, to hybrid`, 'at least', 1.03, row.gain.all / hybrid.gain.all),
      boundGoal(`${row.name}, to hybrid, worst part`, 'at least', 1, leastRatio(row, hybrid)),
    ]),
  ];
  const rows = [
    reference,
    keyword,
    dense,
    ...hybrids,
    auto,
    ...merged,
    ...reranked,
    ...among.map(({ row }) => row),
  ];
  return { rows, goals };
}

async function measureReranked(
  { rerankers }: { rerankers: Rerankers },
  { models, depths }: Reranking,
  { set, asked }: { set: RetrievalSet; asked: AskedSet },
  signal: AbortSignal,
): Promise<MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const model of models) {
    const reranker = rerankers.get(model);
    if (reranker === null) continue;
    for (const depth of depths) {
      const rankings = await rerankedRankings(asked, reranker, depth, signal);
      rows.push(measureRow(`${model}, ${depth} candidates`, set, rankings));
    }
  }
  return rows;
}

/** The order of answers that merge several collections; they have ten results, and so no recall@100. */
async function measureMerged(
  deps: { embedder: Embedder; search: SearchIndex },
  set: RetrievalSet,
  signal: AbortSignal,
): Promise<MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const count of collectionCounts) {
    const rankings = await mergedRankings(deps, set, count, signal);
    rows.push({ ...measureRow(`auto, merged of ${count} collections`, set, rankings), recall: NaN });
  }
  return rows;
}

/** The order of answers when other collections of the organization lie in the same index. */
async function measureAmong(
  deps: { embedder: Embedder; search: SearchIndex },
  set: RetrievalSet,
  signal: AbortSignal,
  alone: { keyword: MeasuredRow; hybrid: MeasuredRow },
): Promise<{ row: MeasuredRow; alone: MeasuredRow }[]> {
  const neighbours = readNeighbours();
  const asked = await askSet(deps, set, signal, neighbours);
  const measured = (name: string, ratio: number) =>
    measureRow(`${name}, among ${neighbours.length} others`, set, fusedRankings(asked, ratio));
  return [
    { row: measured('keyword (0)', 0), alone: alone.keyword },
    { row: measured('hybrid 0.5', 0.5), alone: alone.hybrid },
  ];
}

const ratioGoal = (row: MeasuredRow, alone: MeasuredRow): Goal =>
  boundGoal(`${row.name}, to alone`, 'at least', 0.99, row.gain.all / alone.gain.all);
