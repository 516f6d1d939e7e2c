import { Link } from 'react-router';
import { EpochMoment } from '../../../parts/epoch-moment';
import { formatCount } from '../../../parts/format';
import { type Column } from '../../../parts/table';
import { indexPath } from '../index-path';
import { answerOf, type AuditEntry } from './audit-entry';

/** Columns of the log; `open` shows an entry. In the log of one index the column of indexes is left out. */
export const auditColumns = (
  open: (entry: AuditEntry) => void,
  hasIndex: boolean,
): readonly Column<AuditEntry>[] => [
  {
    name: 'Entry',
    width: '7rem',
    cell: (entry) => (
      <button
        type="button"
        className="link"
        aria-label={`Entry ${formatCount(entry.seq)}`}
        onClick={() => {
          open(entry);
        }}
      >
        {formatCount(entry.seq)}
      </button>
    ),
  },
  { name: 'Written', width: '13rem', cell: ({ at }) => <EpochMoment isExact at={at} /> },
  { name: 'Action', width: 'minmax(9.5rem, 1fr)', cell: ({ action }) => action },
  ...(hasIndex ? [indexColumn] : []),
  { name: 'Acted on', width: 'minmax(6rem, 1.5fr)', cell: ({ target }) => <Text text={target} /> },
  {
    name: 'By',
    width: 'minmax(6rem, 1.5fr)',
    cell: ({ operator, key_id: key }) => <Text text={operator ?? key} />,
  },
  {
    name: 'Answer',
    width: 'minmax(6rem, 1fr)',
    cell: (entry) => (
      <span className={entry.error === null ? undefined : 'problem'} title={answerOf(entry)}>
        {answerOf(entry)}
      </span>
    ),
  },
];

const indexColumn: Column<AuditEntry> = {
  name: 'Index',
  cell: ({ index }) => (index === null ? '–' : <Link to={indexPath(index)}>{index}</Link>),
};

function Text({ text }: { text: string | null }) {
  return text === null ? '–' : <span title={text}>{text}</span>;
}
