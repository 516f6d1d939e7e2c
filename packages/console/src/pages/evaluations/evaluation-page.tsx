import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { Page } from '../../layout/page';
import { Confirm } from '../../parts/confirm';
import { Fault } from '../../parts/fault';
import { CaseTable } from './case-table';
import { Comparisons } from './comparisons';
import { isUnderWay } from './evaluation';
import { EvaluationFacts } from './evaluation-facts';
import { Scorecards } from './scorecards';
import './evaluations.css';

const refetchMs = 1_500;

/** Page of an evaluation: progress, scores, comparisons and cases. */
export function EvaluationPage() {
  const { evaluationId: id = '' } = useParams();
  const sheaf = useSheaf();
  const client = useQueryClient();
  const path = { eval_id: id };
  const evaluation = useQuery({
    queryKey: ['evaluation', id],
    queryFn: ({ signal }) =>
      sheaf.get('/v3/evals/{eval_id}', { params: { path, query: { items_limit: 1 } }, signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? refetchMs : false),
  });
  const { data, error } = evaluation;
  return (
    <Page
      title="Evaluation"
      actions={
        <>
          {data !== undefined && isUnderWay(data) && (
            <Confirm
              label="Cancel"
              title={`Cancel evaluation ${id}?`}
              confirmLabel="Cancel the evaluation"
              consequence="It ends as failed. What was asked before is scored and billed."
              act={async () => {
                await sheaf.delete('/v3/evals/{eval_id}', { params: { path } });
                await client.invalidateQueries({ queryKey: ['evaluation', id] });
              }}
            />
          )}
          <Link to="/evaluations">Evaluations</Link>
        </>
      }
    >
      {error !== null && <Fault error={error} retry={() => void evaluation.refetch()} />}
      {data === undefined && evaluation.isFetching && <progress aria-label="Reading" />}
      {data !== undefined && (
        <div className="scores-of">
          <EvaluationFacts evaluation={data} />
          {data.scorecards !== null && <Scorecards cards={data.scorecards} />}
          {data.comparisons !== null && data.comparisons.length > 0 && (
            <Comparisons comparisons={data.comparisons} />
          )}
          <CaseTable evaluation={data} />
        </div>
      )}
    </Page>
  );
}
