import { actionsOf } from '../../../src/domain/products/audit';
import { auditCheckMax } from '../../../src/domain/products/limits';
import { type AuditFilter } from '../../../src/stores/products/audit/audit-entries';
import { verifyAuditChain } from '../../../src/stores/products/audit/verify-chain';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { presentAuditCheck, presentAuditEntry } from './present';
import { quotas } from '../quotas';
import {
  auditCheck,
  auditCheckQuery,
  auditEntry,
  auditExportQuery,
  auditList,
  type AuditListQuery,
  auditListQuery,
} from './schema';
import { pageOf } from '../pages';
import { Readable } from 'node:stream';
import { type Tenant } from '../../../src/domain/platform/tenancy';

const ndjson = 'application/x-ndjson';
const shared = {
  family: products,
  tag: 'Product audit',
  access: 'audit.read',
  action: 'audit.read',
  quota: quotas.management,
  errors: ['AUDIT_UNAVAILABLE'],
} as const;

/** Routes that read and check the audit log. */
export function productAuditRoutes(deps: ApiDeps): AnyRoute[] {
  const { auditEntries } = deps.stores;
  return [
    defineRoute({
      ...shared,
      method: 'get',
      path: '/v1/audit',
      operationId: 'listProductAudit',
      summary: 'List audit entries',
      description:
        'Entries of the organization and environment of the key, the newest first. Each answer of product search that the log records is ' +
        'one entry, this one too.',
      query: auditListQuery,
      responses: { 200: { description: 'A page of entries.', schema: auditList } },
      async handle({ caller, query }) {
        const { limit, cursor } = query;
        const before = cursor === undefined ? null : Number(cursor);
        const entries = await auditEntries.list(caller, filterOf(query), before, limit + 1);
        const { page, next } = pageOf(entries, limit, ({ seq }) => String(seq));
        return { status: 200, body: { entries: page.map(presentAuditEntry), next_cursor: next } };
      },
    }),

    defineRoute({
      ...shared,
      method: 'get',
      path: '/v1/audit/export',
      operationId: 'exportProductAudit',
      summary: 'Export audit entries',
      description:
        'All entries up to now, the oldest first, one JSON object a line. An export that breaks off, or that the time of a request ends, ' +
        'is continued by `after`.',
      query: auditExportQuery,
      responses: { 200: { description: 'Entries.', schema: auditEntry, contentType: ndjson } },
      async handle({ caller, query }) {
        const body = await exportEntries(deps, caller, filterOf(query), query.after);
        return { status: 200, body, headers: { 'Content-Type': ndjson } };
      },
    }),

    defineRoute({
      ...shared,
      method: 'get',
      path: '/v1/audit/verify',
      operationId: 'verifyProductAudit',
      summary: 'Check the audit log',
      description:
        'Goes along the chain of hashes and names the first entry that was changed, removed or put in another place. One check goes ' +
        `through ${auditCheckMax} entries at most; \`next_seq\` says where the next one begins.`,
      query: auditCheckQuery,
      responses: { 200: { description: 'What was found.', schema: auditCheck } },
      async handle({ caller, query: { from_seq: from, limit }, signal }) {
        const { chain } = await deps.audit.keysOf(caller);
        const found = await verifyAuditChain(deps.stores, chain, { from, limit }, signal);
        return { status: 200, body: presentAuditCheck(found) };
      },
    }),
  ];
}

function filterOf(query: Omit<AuditListQuery, 'limit' | 'cursor'>): AuditFilter {
  const { from, to, action, index, key_id: keyId, operator, tenant } = query;
  const actions = action === undefined ? undefined : actionsOf(action);
  return { from, to, actions, index, keyId, operator, tenant };
}

const entriesPerRead = 500;

/**
 * Streams entries as NDJSON, oldest first, from after place `after` to the entry that is newest now. It reads
 * pages at the speed of the client.
 */
async function exportEntries(
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
