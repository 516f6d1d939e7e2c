import { useState } from 'react';
import { useSheaf } from '../../../data/data-provider';
import { isForbidden } from '../../../data/refusals';
import { useAddressFields } from '../../../data/use-address-fields';
import { usePaged } from '../../../data/use-paged';
import { Fault } from '../../../parts/fault';
import { fieldFaultsOf } from '../../../parts/field-faults';
import { Table } from '../../../parts/table';
import { auditColumns } from './audit-columns';
import { auditActions, type AuditEntry } from './audit-entry';
import { AuditEntryDialog } from './audit-entry-dialog';
import { AuditFilterFields, auditFilterNames, type AuditFilters } from './audit-filters';
import { ExportButton } from './export-button';
import './audit.css';

const pageSize = 100;

/** Entries of the log, newest first, filtered by the address; with `index` only those of one index. */
export function AuditList({ index }: { index?: string }) {
  const [filters, change] = useAddressFields(auditFilterNames);
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const query = queryOf({ ...filters, ...(index !== undefined && { index }) });
  const entries = useEntries(query);
  const { error } = entries;
  const hasIndex = index === undefined;
  if (isForbidden(error)) return <Fault error={error} />;
  const faults = fieldFaultsOf(error);
  return (
    <>
      <AuditFilterFields filters={filters} hasIndex={hasIndex} faults={faults} change={change} />
      <div className="actions filters">
        <button type="button" disabled={entries.isFetching} onClick={() => void entries.refetch()}>
          Read again
        </button>
        <ExportButton query={query} />
        <span className="hint">Reading the log is an entry too, so the list does not read itself again.</span>
      </div>
      {error !== null && <Fault error={error} retry={() => void entries.refetch()} />}
      {entries.isPending && <p role="status">Reading the entries…</p>}
      {entries.data !== undefined && (
        <Table
          label="Audit entries"
          columns={auditColumns(setShown, hasIndex)}
          rows={entries.rows}
          rowKey={({ id }) => id}
          more={entries.more}
          empty={
            auditFilterNames.some((name) => filters[name] !== '')
              ? 'No entry passes the filters.'
              : 'There is no entry yet. Changes are recorded, and reads of records where the index has audit in its settings.'
          }
        />
      )}
      {shown !== null && (
        <AuditEntryDialog
          entry={shown}
          onOnlyKey={() => {
            setShown(null);
            change({ key_id: shown.key_id });
          }}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
    </>
  );
}

/** The filters as parameters of the API; empty ones are left out. */
function queryOf({ action, from, to, ...texts }: AuditFilters) {
  const known = auditActions.find((one) => one === action);
  return {
    ...(known !== undefined && { action: known }),
    ...(from !== '' && { from: Date.parse(from) }),
    ...(to !== '' && { to: Date.parse(to) }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  };
}

function useEntries(query: ReturnType<typeof queryOf>) {
  const sheaf = useSheaf();
  return usePaged<AuditEntry, string>({
    key: ['product-audit', query],
    first: '',
    isReadOnDemand: true,
    async read(cursor, signal) {
      const page = await sheaf.get('/v1/audit', {
        params: { query: { ...query, limit: pageSize, ...(cursor !== '' && { cursor }) } },
        signal,
      });
      return { rows: page.entries, next: page.next_cursor ?? undefined };
    },
  });
}
