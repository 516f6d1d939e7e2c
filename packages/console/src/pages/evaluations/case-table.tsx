import { Link } from 'react-router';
import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Status } from '../../parts/status';
import { type Column, Table } from '../../parts/table';
import { configNames, type Evaluation, type EvaluationCase, isUnderWay } from './evaluation';

const pageSize = 100;
const refetchMs = 4_000;

/** Table of the cases, with the rank of the first expected document under each configuration. */
export function CaseTable({ evaluation }: { evaluation: Evaluation }) {
  const sheaf = useSheaf();
  const { eval_id: id, status } = evaluation;
  const cases = usePaged<EvaluationCase, string>({
    key: ['evaluation-cases', id, status],
    first: '',
    ...(isUnderWay(evaluation) && { refetchMs }),
    async read(cursor, signal) {
      const query = { items_limit: pageSize, ...(cursor !== '' && { items_cursor: cursor }) };
      const { items, items_page: page } = await sheaf.get('/v3/evals/{eval_id}', {
        params: { path: { eval_id: id }, query },
        signal,
      });
      return { rows: items, total: page.total, next: page.next_cursor ?? undefined };
    },
  });
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">Cases</h2>
      {cases.error !== null && <Fault error={cases.error} retry={() => void cases.refetch()} />}
      {cases.data !== undefined && (
        <Table
          label="Cases"
          columns={columnsOf(evaluation)}
          rows={cases.rows}
          rowKey={(row) => row.id}
          more={cases.more}
          empty="The evaluation has no cases."
          {...(cases.total !== undefined && { total: cases.total })}
        />
      )}
    </section>
  );
}

const columnsOf = (evaluation: Evaluation): Column<EvaluationCase>[] => [
  { name: 'Question', width: 'minmax(10rem, 2fr)', cell: ({ query }) => query },
  { name: 'Case', width: 'minmax(6rem, 1fr)', cell: ({ id }) => <code>{id}</code> },
  { name: 'State', width: '8rem', cell: ({ status }) => <Status state={status} /> },
  {
    name: 'Expected',
    width: '7.5rem',
    isNumber: true,
    cell: ({ expected_document_ids: expected, error_code: code }) => code ?? formatCount(expected.length),
  },
  ...configNames(evaluation).map((config) => ({
    name: config,
    width: 'minmax(8rem, 1fr)',
    cell: (row: EvaluationCase) => <Unit evaluationId={evaluation.eval_id} row={row} config={config} />,
  })),
];

/** Outcome of a case under a configuration, with a link to the answer. */
function Unit({ evaluationId, row, config }: { evaluationId: string; row: EvaluationCase; config: string }) {
  const unit = row.results[config];
  if (unit === undefined) return '–';
  if (unit.error_code !== null) return <span className="problem">{unit.error_code}</span>;
  if (unit.query_id === null) return unit.status;
  const address = [evaluationId, 'answers', row.id, config].map(encodeURIComponent).join('/');
  const found = unit.hit === true ? `found at ${unit.rank ?? '?'}` : 'not found';
  return (
    <Link to={`/evaluations/${address}`} aria-label={`${found}: answer for ${row.id} under ${config}`}>
      {found}
    </Link>
  );
}
