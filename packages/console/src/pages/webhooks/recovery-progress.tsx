import { formatCount, formatThings } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Progress } from '../../parts/progress';
import { type Recovery } from './use-recovery';

/** Progress and span of a recovery. `isAnother`: it is not the requested one, which did not start. */
export function RecoveryProgress(props: { recovery: Recovery; isAnother: boolean }) {
  const { messages, resent, since, until, status } = props.recovery;
  const isRunning = messages > 0 && status !== 'ended';
  return (
    <div aria-live="polite">
      {props.isAnother && (
        <p className="notice">
          Another recovery was running already. This is how far that one is; what you asked for was not begun.
        </p>
      )}
      <p>
        Failed from <Moment isExact at={since} /> to <Moment isExact at={until} />.
      </p>
      {messages === 0 && <p>No message stands at failed in this span: nothing is sent.</p>}
      {isRunning && (
        <>
          <Progress label="Messages" done={resent} total={messages} />
          <p>
            {formatCount(resent)} of {formatThings(messages, 'message')} are on their way. It continues when
            this is closed.
          </p>
        </>
      )}
      {messages > 0 && status === 'ended' && (
        <p>
          The recovery has ended. {formatThings(messages, 'message')} had failed when it began; the list tells
          what became of each.
        </p>
      )}
    </div>
  );
}
