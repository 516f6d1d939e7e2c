import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { Fault } from '../../parts/fault';
import { MomentField } from '../../parts/moment-field';
import { RecoveryProgress } from './recovery-progress';
import { useRecovery } from './use-recovery';

const dayMs = 24 * 3_600_000;

/** Button that resends failed messages of a span within the last seven days. */
export function Recover({ endpointId, disabled }: { endpointId: string; disabled: boolean }) {
  return (
    <DialogButton label="Recover" disabled={disabled}>
      {(close) => <RecoverDialog endpointId={endpointId} close={close} />}
    </DialogButton>
  );
}

function RecoverDialog({ endpointId, close }: { endpointId: string; close: () => void }) {
  const [since, setSince] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const [until, setUntil] = useState('');
  const { start, latest, followed } = useRecovery(endpointId);
  return (
    <Dialog title="Send failed messages again" onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate({ since, ...(until !== '' && { until }) });
        }}
      >
        {followed === undefined ? (
          <>
            <p>
              Every message whose last attempt failed in this span is sent again, about ten a second: those
              that were given up, and those that wait for their next attempt, whose schedule stays. The span
              begins within the last seven days.
            </p>
            <MomentField label="Failed since" value={since} onChange={setSince} />
            <MomentField
              label="Failed before"
              hint="Left empty, until now"
              value={until}
              onChange={setUntil}
            />
          </>
        ) : (
          <RecoveryProgress recovery={followed} isAnother={start.data?.status === 'running'} />
        )}
        {start.error !== null && <Fault error={start.error} />}
        {latest.error !== null && <Fault error={latest.error} retry={() => void latest.refetch()} />}
        <div className="actions">
          <button type="button" onClick={close}>
            {followed === undefined ? 'Back' : 'Close'}
          </button>
          {followed === undefined && (
            <button type="submit" className="primary" disabled={start.isPending || since === ''}>
              Send them again
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
