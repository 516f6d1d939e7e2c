import { formatCount } from '../format';
import { type QueryAnswer } from './asked';
import { formatRatio } from './format-ratio';
import { CopyId } from '../copy-id';

/** Decisions of the service for a query: semantic ratio, reranking, and effects of boost rules. */
export function AnswerFacts({ answer }: { answer: QueryAnswer }) {
  const { semantic_ratio: ratio, rerank, boost, results, request_id: requestId } = answer;
  return (
    <dl className="facts">
      <dt>Results</dt>
      <dd>{formatCount(results.length)}</dd>
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
      <dt>Request</dt>
      <dd>
        <CopyId id={requestId} />
      </dd>
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
