import { Link } from 'react-router';
import { CopyId } from '../../parts/copy-id';
import { formatCount, formatMilliseconds } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { formatRatio } from '../../parts/queries/format-ratio';
import { Status } from '../../parts/status';
import { type StoredQuery } from './bounds';

/** Fields of a query in the history, without its bodies. */
export function StoredQueryFacts({ stored }: { stored: StoredQuery }) {
  const { latency_ms: ms, eval_id: evaluation, params } = stored;
  return (
    <dl className="facts">
      <dt>Question</dt>
      <dd>{stored.query_text}</dd>
      <dt>Collection</dt>
      <dd>{stored.collection}</dd>
      <dt>Asked</dt>
      <dd>
        <Moment at={stored.created_at} />
      </dd>
      <dt>State</dt>
      <dd>
        <Status state={stored.status} /> {stored.error_message}
      </dd>
      <dt>Time</dt>
      <dd>{ms === null ? 'not recorded' : formatMilliseconds(ms)}</dd>
      <dt>Results</dt>
      <dd>{formatCount(stored.result_count)}</dd>
      <dt>Semantic ratio</dt>
      <dd>
        {params.semantic_ratio === null
          ? 'not recorded'
          : formatRatio(params.semantic_ratio, params.ratio_reason)}
      </dd>
      <dt>Version</dt>
      <dd>{stored.api_version ?? 'not recorded'}</dd>
      <dt>Query</dt>
      <dd>
        <CopyId id={stored.query_id} />
      </dd>
      <dt>Request</dt>
      <dd>
        <CopyId id={stored.request_id} />
      </dd>
      {evaluation !== null && (
        <>
          <dt>Asked by</dt>
          <dd>
            <Link to={`/evaluations/${encodeURIComponent(evaluation)}`}>evaluation {evaluation}</Link>
          </dd>
        </>
      )}
    </dl>
  );
}
