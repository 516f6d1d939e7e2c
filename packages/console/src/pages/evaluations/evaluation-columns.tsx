import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { formatCount, formatScore, formatShare } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column } from '../../parts/table';

type Evaluation = components['schemas']['ListedEvaluation'];

/** The configuration with the best nDCG, and its score; null while there are no scores. */
function bestOf({ scorecards }: Evaluation): string | null {
  const scored = Object.entries(scorecards ?? {}).flatMap(([config, { ndcg_at_10: score }]) =>
    score === null ? [] : [{ config, score }],
  );
  const [best] = scored.sort((one, other) => other.score - one.score);
  return best === undefined ? null : `${best.config} ${formatScore(best.score)}`;
}

export const evaluationColumns: readonly Column<Evaluation>[] = [
  {
    name: 'Started',
    width: '9rem',
    cell: ({ eval_id: id, created_at: at }) => (
      <Link to={`/evaluations/${encodeURIComponent(id)}`}>
        <Moment at={at} />
      </Link>
    ),
  },
  { name: 'Collection', cell: ({ collection_name: name }) => name },
  { name: 'State', width: '10rem', cell: ({ status }) => <Status state={status} /> },
  {
    name: 'Progress',
    width: '6rem',
    isNumber: true,
    cell: ({ progress }) => formatShare(progress.percent / 100),
  },
  { name: 'Cases', width: '6rem', isNumber: true, cell: ({ cases }) => formatCount(cases) },
  { name: 'Configurations', cell: ({ configs }) => configs.join(', ') },
  { name: 'Best nDCG at 10', isNumber: true, cell: (evaluation) => bestOf(evaluation) ?? '–' },
];
