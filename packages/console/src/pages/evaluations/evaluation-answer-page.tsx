import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Answer } from '../../parts/queries/answer';
import { foundIn } from '../../parts/queries/found';
import './evaluations.css';

/** Page with the query and the answer of one case under one configuration. */
export function EvaluationAnswerPage() {
  const { evaluationId = '', caseId = '', config = '' } = useParams();
  const sheaf = useSheaf();
  const path = { eval_id: evaluationId, case_id: caseId, config_name: config };
  const answer = useQuery({
    queryKey: ['evaluation-answer', evaluationId, caseId, config],
    queryFn: ({ signal }) =>
      sheaf.get('/v3/evals/{eval_id}/answers/{case_id}/{config_name}', { params: { path }, signal }),
  });
  const { data, error } = answer;
  return (
    <Page
      title={`Answer for ${caseId} under ${config}`}
      actions={<Link to={`/evaluations/${encodeURIComponent(evaluationId)}`}>Evaluation</Link>}
    >
      {error !== null && <Fault error={error} retry={() => void answer.refetch()} />}
      {data === undefined && answer.isFetching && <progress aria-label="Reading" />}
      {data !== undefined && (
        <>
          <p className="question">{data.response.query}</p>
          <p>
            <Link to={`/history/queries/${encodeURIComponent(data.query_id)}`}>Stored query</Link>
          </p>
          <details>
            <summary>Request</summary>
            <pre tabIndex={0}>{JSON.stringify(data.request, null, 2)}</pre>
          </details>
          <Answer found={foundIn('', data.response)} areStepsOpen />
        </>
      )}
    </Page>
  );
}
