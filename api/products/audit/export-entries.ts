import { Readable } from 'node:stream';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { type AuditFilter } from '../../../src/stores/products/audit/audit-entries';
import { type ApiDeps } from '../../deps';
import { presentAuditEntry } from './present';

const entriesPerRead = 500;

/**
 * Streams entries as NDJSON, oldest first, from after place `after` to the entry that is newest now. It reads
 * pages at the speed of the client.
 */
export async function exportEntries(
  { stores }: Pick<ApiDeps, 'stores'>,
  tenant: Tenant,
  filter: AuditFilter,
  after: number,
): Promise<Readable> {
  const through = await stores.auditEntries.lastSeq(tenant);

  async function* lines() {
    for (let last: number | undefined = after; last !== undefined && last < through;) {
      const page = { after: last, through, limit: entriesPerRead };
      const entries = await stores.auditEntries.listOldest(tenant, filter, page);
      if (entries.length > 0)
        yield entries.map((entry) => `${JSON.stringify(presentAuditEntry(entry))}\n`).join('');
      last = entries.length < entriesPerRead ? undefined : entries.at(-1)!.seq;
    }
  }

  return Readable.from(lines(), { objectMode: false });
}
