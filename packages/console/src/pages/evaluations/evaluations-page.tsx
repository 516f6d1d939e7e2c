import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { Table } from '../../parts/table';
import { evaluationColumns } from './evaluation-columns';
import { StartForm } from './start-form';
import './evaluations.css';

const pageSize = 100;
const refetchMs = 5_000;

/** Evaluations of the environment, and a form to start one. */
export function EvaluationsPage() {
  const sheaf = useSheaf();
  const evaluations = usePaged<components['schemas']['ListedEvaluation'], string>({
    key: ['evaluations'],
    first: '',
    refetchMs,
    async read(cursor, signal) {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) };
      const { evaluations: rows, next_cursor: next } = await sheaf.get('/v3/evals', {
        params: { query },
        signal,
      });
      return { rows, next: next ?? undefined };
    },
  });
  return (
    <Page title="Evaluations">
      {evaluations.error !== null && (
        <Fault error={evaluations.error} retry={() => void evaluations.refetch()} />
      )}
      {evaluations.data !== undefined && (
        <Table
          label="Evaluations"
          columns={evaluationColumns}
          rows={evaluations.rows}
          rowKey={({ eval_id: id }) => id}
          more={evaluations.more}
          empty="No query has been evaluated yet. Start with a file of cases below."
        />
      )}
      <StartForm />
    </Page>
  );
}
