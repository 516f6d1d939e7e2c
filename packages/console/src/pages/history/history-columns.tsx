import { Link } from 'react-router';
import { formatCount, formatMilliseconds } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { type Column } from '../../parts/table';
import { modeOf, type StoredQuery } from './bounds';

/** What became of the stored answer of a query. */
const answerStates = { available: 'kept', archived: 'archived', missing: 'not kept' } as const;

export const historyColumns: readonly Column<StoredQuery>[] = [
  { name: 'Asked', width: '9rem', cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    name: 'Question',
    width: 'minmax(12rem, 3fr)',
    cell: ({ query_id: id, query_text: text }) => (
      <Link to={`/history/queries/${encodeURIComponent(id)}`} title={text}>
        {text.trim() === '' ? id : text}
      </Link>
    ),
  },
  { name: 'Collection', width: 'minmax(8rem, 1fr)', cell: ({ collection }) => collection },
  { name: 'Mode', width: '6rem', cell: ({ params }) => modeOf(params.semantic_ratio) ?? '–' },
  {
    name: 'Rerank',
    width: '5rem',
    cell: ({ params: { rerank } }) => (rerank === null ? '–' : rerank ? 'yes' : 'no'),
  },
  { name: 'Results', width: '5.5rem', isNumber: true, cell: ({ result_count: count }) => formatCount(count) },
  {
    name: 'Time',
    width: '6rem',
    isNumber: true,
    cell: ({ latency_ms: ms }) => (ms === null ? '–' : formatMilliseconds(ms)),
  },
  { name: 'Answer', width: '6rem', cell: ({ body_status: status }) => answerStates[status] },
  {
    name: 'Asked by',
    width: '7rem',
    cell: ({ eval_id: id }) =>
      id === null ? 'a caller' : <Link to={`/evaluations/${encodeURIComponent(id)}`}>evaluation</Link>,
  },
];
