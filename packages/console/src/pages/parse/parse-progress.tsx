import { type components } from 'sheaf-client';
import { formatCount, formatThings } from '../../parts/format';
import { Progress } from '../../parts/progress';

export function ParseProgress({ job: { type, progress } }: { job: components['schemas']['ParseJob'] }) {
  const { stage, sheets_total: total, sheets_done: done, rows_done: rows } = progress;
  if (type === 'document') return <DocumentProgress progress={progress} />;
  return (
    <section className="card" aria-label="Progress">
      <p role="status">
        {stages[stage]} {total !== null && `${formatCount(done)} of ${formatThings(total, 'sheet')}, `}
        {formatThings(rows, 'row')}
      </p>
      <Progress label="Sheets" done={done} total={total} />
    </section>
  );
}

function DocumentProgress({ progress }: Pick<components['schemas']['ParseJob'], 'progress'>) {
  const { stage, pages_total: total = null, pages_done: done = 0 } = progress;
  const shown =
    total === null ? formatThings(done, 'page') : `${formatCount(done)} of ${formatThings(total, 'page')}`;
  return (
    <section className="card" aria-label="Progress">
      <p role="status">
        {stage === 'parsing' ? 'Reading pages:' : stages[stage]} {shown}
      </p>
      <Progress label="Pages" done={done} total={total} />
    </section>
  );
}

const stages: Readonly<Record<components['schemas']['ParseJob']['progress']['stage'], string>> = {
  queued: 'Waiting for its turn.',
  fetching: 'Fetching the file.',
  parsing: 'Reading sheets:',
  describing: 'Writing tags and summaries:',
  storing: 'Storing the result:',
  settling: 'Ending the job:',
  done: 'Done:',
};
