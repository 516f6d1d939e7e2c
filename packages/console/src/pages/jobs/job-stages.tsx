import { type components } from 'sheaf-client';
import { formatCount, formatDuration } from '../../parts/format';

const stages = [
  'scanning',
  'extracting',
  'masking',
  'chunking',
  'tagging',
  'embedding',
  'finalizing',
] as const;

/** Stages of a job or of its rollback. Those before the present one are done, or were not needed. */
export function JobStages({ job }: { job: components['schemas']['IndexJob'] }) {
  const { progress, rollback } = job;
  const rest = job.estimated_time_remaining_seconds;
  const isOpen = job.completed_at === null;
  const at = progress.current_stage === null ? -1 : stages.indexOf(progress.current_stage);
  return (
    <section className="card" aria-label="Progress">
      <p>
        <progress
          aria-label="Files"
          max={Math.max(1, progress.files_total)}
          value={isOpen ? progress.files_processed : Math.max(1, progress.files_total)}
        />
      </p>
      <p aria-live="polite">
        {isOpen && progress.files_total === 0
          ? 'The files are not counted yet.'
          : `${formatCount(progress.files_processed)} of ${formatCount(progress.files_total)} files have ended`}
        {progress.files_failed > 0 && `, ${formatCount(progress.files_failed)} failed`}
        {progress.files_skipped > 0 && `, ${formatCount(progress.files_skipped)} skipped`}
        {isOpen && rest !== null && ` · about ${formatDuration(rest)} to go`}
      </p>
      {isOpen && (
        <ol className="stages">
          {stages.map((stage, place) => (
            <li
              key={stage}
              className={place < at ? 'past' : undefined}
              {...(place === at && { 'aria-current': 'step' as const })}
            >
              {stage}
            </li>
          ))}
        </ol>
      )}
      {isOpen && progress.stage_description !== null && <p className="hint">{progress.stage_description}</p>}
      {rollback?.status === 'rolling_back' && (
        <p aria-live="polite">
          Rolling back: {formatCount(rollback.files_done)} of {formatCount(rollback.files_total)} files
        </p>
      )}
    </section>
  );
}
