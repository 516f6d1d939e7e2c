import { useId } from 'react';
import { missingRights } from './step';
import { StepCard } from './step-card';
import { type useFirstHour } from './use-first-hour';
import './first-hour.css';

type Checklist = NonNullable<ReturnType<typeof useFirstHour>['list']>;

/** Checklist of three things to do first, each with sample data at one click. */
export function FirstHour({ list }: { list: Checklist }) {
  const { steps, isOver, permissions, refresh, close } = list;
  const headingId = useId();
  const next = steps.findIndex(
    ({ step, isDone }) => isDone === false && missingRights(step, permissions).length === 0,
  );
  const done = steps.filter(({ isDone }) => isDone === true).length;
  return (
    <section className="card first-hour" aria-labelledby={headingId}>
      <header>
        <div>
          <h2 id={headingId}>{isOver ? 'All done' : 'Your first hour'}</h2>
          <p className="hint">
            {isOver
              ? 'The samples stay until you delete them. Their names begin with sample-.'
              : 'Try each part with sample data, which this console brings along. Their names begin with sample-.'}
          </p>
        </div>
        <div className="actions">
          <span className="hint number">
            {done} of {steps.length} done
          </span>
          <button type="button" className={isOver ? 'primary' : 'quiet'} onClick={close}>
            {isOver ? 'Close' : 'Dismiss'}
          </button>
        </div>
      </header>
      <ol>
        {steps.map((listed, at) => (
          <StepCard
            key={listed.step.id}
            listed={listed}
            number={at + 1}
            isNext={at === next}
            permissions={permissions}
            onEnd={refresh}
          />
        ))}
      </ol>
    </section>
  );
}
