import { z } from 'zod';
import { AUDIT_ACTION_GROUPS, AUDIT_ACTIONS } from '../../../src/domain/products/audit';
import {
  auditCheckMax,
  auditPageMax,
  operatorCharsMax,
  principalCharsMax,
} from '../../../src/domain/products/limits';
import { indexNamePattern } from '../../../src/domain/products/product-index';
import { wholeNumber } from '../../http/fields/whole-number';
import { longNumber, nextCursor, pageQuery, unixMs } from '../pages';

const pageDefault = 100;
const keyIdCharsMax = 64;

const filters = {
  from: wholeNumber(0).optional().describe('Unix milliseconds of the first moment; default the beginning.'),
  to: wholeNumber(0).optional().describe('Unix milliseconds of the moment after the last; default now.'),
  index: z.string().regex(indexNamePattern, 'must be a name of an index').optional().describe('Default all.'),
  action: z
    .enum([...AUDIT_ACTIONS, ...AUDIT_ACTION_GROUPS])
    .optional()
    .describe('An action, or all of a group; default all.'),
  key_id: z.string().min(1).max(keyIdCharsMax).optional().describe('Key of the requests; default all.'),
  operator: z
    .string()
    .min(1)
    .max(operatorCharsMax)
    .optional()
    .describe('Person that they name; default all.'),
  tenant: z.string().min(1).max(principalCharsMax).optional().describe('Tenant of their key; default all.'),
};

export const auditListQuery = z.strictObject({
  ...filters,
  limit: wholeNumber(1, auditPageMax).default(pageDefault),
  cursor: pageQuery(/^[1-9][0-9]{0,15}$/).cursor,
});
export type AuditListQuery = z.output<typeof auditListQuery>;

export const auditExportQuery = z.strictObject({
  ...filters,
  after: wholeNumber(0).default(0).describe('`seq` of the last line that is there already.'),
});

export const auditCheckQuery = z.strictObject({
  from_seq: wholeNumber(1).default(1).describe('`seq` of the first entry.'),
  limit: wholeNumber(1, auditCheckMax).default(auditCheckMax).describe('Entries of one check.'),
});

const fingerprint = z
  .string()
  .nullable()
  .describe('Keyed, comparable within one organization and environment.');

const example = {
  id: 'aud_01KAM0B1Z8E4T6Q2M9X7C5V3NH',
  seq: 4711,
  at: 1763666138226,
  action: 'search',
  index: 'products',
  target: null,
  key_id: 'key_01KAM0B1Z8E4T6Q2M9X7C5V3NJ',
  operator: null,
  tenant: 'acme',
  principals: ['group:staff'],
  query: {
    mode: 'redacted',
    text: 'gift for <EMAIL>',
    fingerprint: 'h1:6b1f0c53c2d94f7e8a90d1e2f3a4b5c6',
  },
  client_ip: { mode: 'keyed', fingerprint: 'h1:0f9e8d7c6b5a49382716051423324150', address: null },
  filter_fingerprint: null,
  status: 200,
  error: null,
  total: 1,
  returned_ids: ['LAMP-01'],
  took_ms: 14,
  request_id: 'req_01KAM0B1Z8E4T6Q2M9X7C5V3NK',
  prev: '5d0c7e21b9f84a3610e2d4c6b8a09f7e5d3c1b2a49586776655443322110ffee',
  hash: 'a3f1c2b4d5e6978812345678909abcde0fedcba987654321f0e1d2c3b4a59687',
};

export const auditEntry = z
  .object({
    id: z.string(),
    seq: longNumber.describe('Place in the chain, from 1, without gaps.'),
    at: unixMs,
    action: z.enum(AUDIT_ACTIONS),
    index: z.string().nullable().describe('Null for actions that belong to none.'),
    target: z.string().nullable().describe('Record, key, job or alias that was acted on.'),
    key_id: z.string(),
    operator: z.string().nullable().describe('Person that `X-Operator` named.'),
    tenant: z.string().nullable(),
    principals: z.array(z.string()),
    query: z
      .object({
        mode: z.enum(['redacted', 'hashed', 'none', 'full']),
        text: z.string().nullable(),
        fingerprint,
      })
      .nullable()
      .describe('Null for actions without a query.'),
    client_ip: z.object({
      mode: z.enum(['keyed', 'none', 'full']),
      fingerprint,
      address: z.string().nullable(),
    }),
    filter_fingerprint: fingerprint,
    status: z.int().describe('HTTP status of the answer.'),
    error: z.string().nullable().describe('Code of a refusal.'),
    total: z.int().nullable().describe('Records or groups that were found.'),
    returned_ids: z.array(z.string()).describe('Records in the answer.'),
    took_ms: z.int(),
    request_id: z.string(),
    prev: z.string().nullable().describe('`hash` of the entry before; null for the first.'),
    hash: z.string().describe('Keyed hash of the entry.'),
  })
  .meta({ id: 'ProductAuditEntry', examples: [example] });
export type AuditEntryResource = z.output<typeof auditEntry>;

export const auditList = z
  .object({ entries: z.array(auditEntry), next_cursor: nextCursor })
  .meta({ id: 'ProductAuditList', examples: [{ entries: [example], next_cursor: null }] });

export const auditCheck = z
  .object({
    valid: z.boolean().describe('Whether every entry of this part is as it was written.'),
    checked: z.int().describe('Entries that are, from the first on.'),
    last: z
      .object({ seq: longNumber, hash: z.string() })
      .nullable()
      .describe('The last of them: keep it elsewhere, and a later check must find it again.'),
    first_bad: z
      .object({
        seq: longNumber,
        id: z.string().nullable().describe('Null for a missing entry.'),
        reason: z
          .enum(['changed', 'removed', 'unlinked'])
          .describe(
            '`changed`: not what was written; `removed`: missing; `unlinked`: does not follow the entry before it.',
          ),
      })
      .nullable(),
    next_seq: longNumber.nullable().describe('`from_seq` of the next part; null at the end.'),
  })
  .meta({
    id: 'ProductAuditCheck',
    examples: [
      {
        valid: true,
        checked: 4711,
        last: { seq: 4711, hash: example.hash },
        first_bad: null,
        next_seq: null,
      },
    ],
  });
export type AuditCheckResource = z.output<typeof auditCheck>;
