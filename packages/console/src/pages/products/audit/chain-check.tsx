import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { useLeaving } from '../../../data/use-leaving';
import { CopyButton } from '../../../parts/copy-button';
import { Fault } from '../../../parts/fault';
import { formatCount, formatThings } from '../../../parts/format';

type Check = components['schemas']['ProductAuditCheck'];

/** Button that checks the chain of hashes part by part, to its end or to the first bad entry. */
export function ChainCheck() {
  const sheaf = useSheaf();
  const [checked, setChecked] = useState(0);
  const leaving = useLeaving();
  const check = useMutation({
    async mutationFn() {
      setChecked(0);
      let before = 0;
      for (let from = 1; ;) {
        const part = await sheaf.get('/v1/audit/verify', {
          params: { query: { from_seq: from } },
          signal: leaving.current.signal,
        });
        before += part.checked;
        setChecked(before);
        if (!part.valid || part.next_seq === null) return { ...part, checked: before };
        from = part.next_seq;
      }
    },
  });
  return (
    <section className="card chain-check" aria-label="Check of the chain">
      <p>
        Each entry has a keyed hash over itself and the entry before, so that a change, a gap or a swap in the
        database shows.
      </p>
      <button
        type="button"
        disabled={check.isPending}
        onClick={() => {
          check.mutate();
        }}
      >
        Check the chain
      </button>
      <div aria-live="polite">
        {check.isPending && <p>Checking… {formatThings(checked, 'entry', 'entries')} so far.</p>}
        {check.data !== undefined && <Outcome check={check.data} />}
      </div>
      {check.error !== null && <Fault error={check.error} />}
    </section>
  );
}

function Outcome({ check: { checked, first_bad: bad, last } }: { check: Check }) {
  return (
    <>
      {bad === null ? (
        <p>
          <span className="status good">unbroken</span> {formatThings(checked, 'entry', 'entries')} checked;
          each is as it was written and follows the one before.
        </p>
      ) : (
        <p role="alert" className="problem">
          The chain is broken at entry {formatCount(bad.seq)}: {reasons[bad.reason]}{' '}
          {bad.id !== null && <code>{bad.id}</code>} The {formatThings(checked, 'entry', 'entries')} before it{' '}
          {checked === 1 ? 'is' : 'are'} as written.
        </p>
      )}
      {last !== null && (
        <>
          <p>
            Hash of entry {formatCount(last.seq)}: <code className="hash">{last.hash}</code>
          </p>
          <p className="hint">
            Keep it elsewhere. A database that was put back to an older state passes the check, but no longer
            has this hash at this entry.
          </p>
          <p>
            <CopyButton label="Copy the hash" text={last.hash} />
          </p>
        </>
      )}
    </>
  );
}

const reasons: Readonly<Record<NonNullable<Check['first_bad']>['reason'], string>> = {
  changed: 'it is not what was written.',
  removed: 'it is missing.',
  unlinked: 'it does not follow the entry before it.',
};
