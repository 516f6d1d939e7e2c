import { Page } from '../../../layout/page';
import { AuditList } from './audit-list';
import { ChainCheck } from './chain-check';
import '../products.css';

/** Page with the audit log of the organization and environment of the key. */
export function AuditPage() {
  return (
    <Page title="Audit log">
      <p className="hint">
        Every answer of product search that changes something is an entry, and every read of records in an
        index with <code>audit</code> in its settings. Entries are never changed or deleted.
      </p>
      <ChainCheck />
      <AuditList />
    </Page>
  );
}
