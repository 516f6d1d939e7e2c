import { type QueryResult } from './asked';
import { formatScore } from '../format';

/** Scores of a result by step; a dash for a step that did not score it. */
export function Scores({ result }: { result: QueryResult }) {
  const scores = result.metadata?.scores;
  const steps: [string, number | null | undefined][] = [
    ['score', result.score],
    ['keyword (BM25)', scores?.bm25],
    ['semantic', scores?.dense],
    ['merged', scores?.fused],
    ['reranked', scores?.rerank],
    ['boost', scores?.boost],
  ];
  return (
    <dl className="scores">
      {steps.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value === null || value === undefined ? '–' : formatScore(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
