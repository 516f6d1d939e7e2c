import { formatCount } from '../format';
import { type QueriedCollection } from './found';
import { formatRatio } from './format-ratio';

/** Decisions of the service for one collection: semantic ratio, reranking, and effects of boost rules. */
export function AnswerFacts({ queried }: { queried: QueriedCollection }) {
  const { semantic_ratio: ratio, rerank, boost, total_results: total } = queried;
  return (
    <dl className="facts">
      <dt>Results</dt>
      <dd>{formatCount(total)}</dd>
      {ratio !== undefined && (
        <>
          <dt>Semantic ratio</dt>
          <dd>{formatRatio(ratio.used, ratio.reason)}</dd>
        </>
      )}
      {rerank.requested && (
        <>
          <dt>Reranking</dt>
          <dd className={rerank.fallback ? 'problem' : undefined}>
            {rerank.model ?? 'no model'}, {formatCount(rerank.candidates)} candidates
            {rerank.fallback && ': the model failed, and the merged order stands'}
          </dd>
        </>
      )}
      {boost.map(({ index, matched, in_pool: inPool, on_page: onPage }) => (
        <BoostFact key={index} name={`Boost rule ${index + 1}`} counts={[matched, inPool, onPage]} />
      ))}
    </dl>
  );
}

function BoostFact({
  name,
  counts: [matched, inPool, onPage],
}: {
  name: string;
  counts: [number, number, number];
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        names {formatCount(matched)} chunks, {formatCount(inPool)} among the candidates, {formatCount(onPage)}{' '}
        in the results
      </dd>
    </>
  );
}
