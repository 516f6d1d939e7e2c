import { type ReactNode } from 'react';
import { Dialog } from '../../../parts/dialog';
import { EpochMoment } from '../../../parts/epoch-moment';
import { formatCount, formatMilliseconds } from '../../../parts/format';
import { type AuditEntry, answerOf } from './audit-entry';

/** Dialog with all fields of an entry. */
export function AuditEntryDialog(props: {
  entry: AuditEntry;
  /** Filters the log by the key of the entry. */
  onOnlyKey: () => void;
  onClose: () => void;
}) {
  const { entry, onOnlyKey, onClose } = props;
  return (
    <Dialog title={`Entry ${formatCount(entry.seq)}`} onClose={onClose}>
      <dl className="facts audit-entry" tabIndex={0} aria-label="Members of the entry">
        {factsOf(entry).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <button type="button" onClick={onOnlyKey}>
          Only entries of this key
        </button>
        <button type="button" className="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** The fields that the entry has, with their labels. */
function factsOf(entry: AuditEntry): [string, ReactNode][] {
  const { query, client_ip: client, returned_ids: ids } = entry;
  const facts: [string, ReactNode][] = [
    ['Written', <EpochMoment key="at" isExact at={entry.at} />],
    ['Action', entry.action],
    ['Index', entry.index],
    ['Acted on', entry.target],
    ['Key', code(entry.key_id)],
    ['Operator', entry.operator],
    ['Tenant', entry.tenant],
    ['Principals', entry.principals.join(', ') || null],
    ['Query', query === null ? null : (query.text ?? 'not kept')],
    ['Kept of queries', query === null ? null : query.mode],
    ['Fingerprint of the query', code(query?.fingerprint)],
    ['Fingerprint of the filter', code(entry.filter_fingerprint)],
    ['Client', client.address],
    ['Fingerprint of the client', code(client.fingerprint)],
    ['Answer', answerOf(entry)],
    ['Found', entry.total === null ? null : formatCount(entry.total)],
    ['Records answered', ids.length === 0 ? null : `${formatCount(ids.length)}: ${ids.join(', ')}`],
    ['Took', formatMilliseconds(entry.took_ms)],
    ['Request', code(entry.request_id)],
    ['Id', code(entry.id)],
    ['Hash', code(entry.hash)],
    ['Hash before', code(entry.prev)],
  ];
  return facts.filter(([, value]) => value !== null);
}

const code = (text: string | null | undefined): ReactNode => (text == null ? null : <code>{text}</code>);
