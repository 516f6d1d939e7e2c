import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Progress } from '../../parts/progress';
import { Status } from '../../parts/status';
import { type Evaluation, isUnderWay } from './evaluation';

/** State, progress, cost and configurations of an evaluation. */
export function EvaluationFacts({ evaluation }: { evaluation: Evaluation }) {
  const { progress, billing, error_code: code, error_message: message } = evaluation;
  const { units_done: done, units_total: total } = progress;
  return (
    <>
      <div aria-live="polite">
        <p>
          <Status state={evaluation.status} />{' '}
          {code !== null && (
            <span className="problem">
              <code>{code}</code> {message}
            </span>
          )}
        </p>
        {isUnderWay(evaluation) && (
          <>
            <Progress label="Questions asked" done={done} total={total} />
            <p className="hint">
              {formatCount(done)} of {formatCount(total)} questions
            </p>
          </>
        )}
      </div>
      <dl className="facts">
        <dt>Evaluation</dt>
        <dd>
          <code>{evaluation.eval_id}</code>
        </dd>
        <dt>Collection</dt>
        <dd>{evaluation.collection_name}</dd>
        <dt>Started</dt>
        <dd>
          <Moment at={evaluation.created_at} />
        </dd>
        <dt>Ended</dt>
        <dd>
          <Moment at={evaluation.completed_at} />
        </dd>
        <dt>Credits</dt>
        <dd>
          {formatCount(billing.credits.used)} for {formatCount(billing.billable_units)} questions
        </dd>
      </dl>
      <details>
        <summary>Configurations as they were sent</summary>
        <pre tabIndex={0}>{JSON.stringify(evaluation.configs, null, 2)}</pre>
      </details>
    </>
  );
}
