import { Link } from 'react-router';
import { JobError } from 'sheaf-client';
import { Fault } from '../../../parts/fault';
import { Icon } from '../../../parts/icon';
import { Progress } from '../../../parts/progress';
import { missingRights, type Step } from './step';
import { type ListedStep } from './use-first-hour';
import { useStepRun } from './use-step-run';

/** A step with its button, its progress, and the link to its result. */
export function StepCard(props: {
  listed: ListedStep;
  number: number;
  /** Whether it is the next one to do. */
  isNext: boolean;
  permissions: readonly string[];
  onEnd: () => Promise<unknown>;
}) {
  const { listed, number, isNext, permissions, onEnd } = props;
  const { step } = listed;
  const { status, progress, result, error, start } = useStepRun(step, onEnd);
  const missing = missingRights(step, permissions);
  const isDone = listed.isDone === true || status === 'success';
  return (
    <li className={isDone ? 'step done' : 'step'} aria-busy={status === 'pending'}>
      <span className="step-mark">{isDone ? <Icon name="check" /> : number}</span>
      <div className="step-body">
        <h3>
          {step.title}
          {isDone && <span className="hint"> · done</span>}
        </h3>
        <p className="hint">{step.about}</p>
        {status === 'pending' && progress !== undefined && (
          <div className="step-progress">
            <p role="status">{progress.text}…</p>
            <Progress
              label={`Progress of ${step.title}`}
              done={progress.share ?? 0}
              total={progress.share === null ? null : 1}
            />
          </div>
        )}
        {status === 'error' && (
          <>
            <p className="problem">Failed at: {progress?.text}</p>
            <Fault error={error instanceof JobError ? new Error(`${error.code}: ${error.message}`) : error} />
          </>
        )}
        {result !== null && (
          <p className="step-result" role="status">
            {result.text} <Link to={result.to}>{result.linkName}</Link>
          </p>
        )}
        {!isDone && missing.length > 0 && <MissingRights rights={missing} />}
      </div>
      {status !== 'pending' && missing.length === 0 && (
        <StartButton
          step={step}
          isDone={isDone}
          isNext={isNext}
          hasFailed={status === 'error'}
          start={start}
        />
      )}
    </li>
  );
}

function StartButton(props: {
  step: Step;
  isDone: boolean;
  isNext: boolean;
  hasFailed: boolean;
  start: () => void;
}) {
  const { step, isDone, isNext, hasFailed, start } = props;
  if (isDone)
    return (
      <button type="button" className="quiet" aria-label={`Run again: ${step.action}`} onClick={start}>
        Run again
      </button>
    );
  return (
    <button type="button" className={isNext ? 'primary' : undefined} onClick={start}>
      {hasFailed ? `${step.action} again` : step.action}
    </button>
  );
}

function MissingRights({ rights }: { rights: readonly string[] }) {
  return (
    <p className="step-missing">
      The key of this session lacks {rights.length === 1 ? 'the permission' : 'the permissions'}{' '}
      {rights.map((right, at) => (
        <span key={right}>
          {at > 0 && ', '}
          <code>{right}</code>
        </span>
      ))}
      .
    </p>
  );
}
