import { operatorCharsMax } from './limits';
import { type AuditSetting } from './settings';

export const AUDIT_ACTIONS = [
  'search',
  'browse',
  'record.read',
  'record.write',
  'settings.update',
  'build',
  'index.create',
  'index.delete',
  'key.create',
  'key.read',
  'key.update',
  'key.delete',
  'alias.update',
  'alias.delete',
  'assignment.update',
  'import',
  'audit.read',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Filters for all actions with the same prefix. */
export const AUDIT_ACTION_GROUPS = ['record.*', 'index.*', 'key.*', 'alias.*'] as const;
export type AuditActionGroup = (typeof AUDIT_ACTION_GROUPS)[number];

/** The actions that a filter selects: one, or all with its prefix. */
export function actionsOf(wanted: AuditAction | AuditActionGroup): AuditAction[] {
  const group = wanted.endsWith('.*') ? wanted.slice(0, -1) : null;
  return AUDIT_ACTIONS.filter((action) => (group === null ? action === wanted : action.startsWith(group)));
}

const readsRecords: readonly string[] = ['search', 'browse', 'record.read'] satisfies AuditAction[];

/** Whether an action is management, for which a tenant may require the name of a person. */
export function isManagement(action: string): boolean {
  return !readsRecords.includes(action);
}

/** Form of the name of a person that management calls may give, after trimming. */
export const operatorNamePattern = new RegExp(`^[^\\p{Cc}]{1,${operatorCharsMax}}$`, 'u');

/** Defaults of absent members of `audit`. They also hold for actions that belong to no index. */
export const auditDefaults: Required<AuditSetting> = {
  query_text: 'redacted',
  client_ip: 'keyed',
  on_failure: 'serve',
};

/** Text of a query in the form that the settings of its index prescribe. */
export interface AuditedQuery {
  mode: Required<AuditSetting>['query_text'];
  /** Redacted or raw text; null in modes that store none. */
  text: string | null;
  /** Keyed fingerprint of the raw text; null in modes that store none. */
  fingerprint: string | null;
}

/** Address of a client in the form that the settings of the index prescribe. */
export interface AuditedClient {
  mode: Required<AuditSetting>['client_ip'];
  fingerprint: string | null;
  address: string | null;
}

/** One request, as the audit log records it. */
export interface AuditFacts {
  action: AuditAction;
  /** Name of the index; null for actions without one. */
  index: string | null;
  /** Id or name of the record, key, job or alias of the action; null without one. */
  target: string | null;
  keyId: string;
  /** Person that the request names; null without one. */
  operator: string | null;
  /** Tenant of the key. */
  tenant: string | null;
  /** Principals of the key. */
  principals: string[];
  /** Null for actions without a query. */
  query: AuditedQuery | null;
  clientIp: AuditedClient;
  /** Keyed fingerprint of both forms of the filter; null without a filter, and in modes that store none. */
  filterFingerprint: string | null;
  /** HTTP status of the answer. */
  status: number;
  /** Code of a refusal; null for a success. */
  error: string | null;
  /** Number of records or groups that a search found; null for other actions. */
  total: number | null;
  /** Ids of the records in the answer. */
  returnedIds: string[];
  tookMs: number;
  requestId: string;
}

/** An entry of the audit log. */
export interface AuditEntry extends AuditFacts {
  id: string;
  /** Position in the chain of its tenant, from 1, without gaps. */
  seq: number;
  /** Unix milliseconds of the write; never earlier than those of the entry before. */
  at: number;
  /** `hash` of the entry before; null in the first. */
  prev: string | null;
  /** Keyed hash of all fields above, in hexadecimal. */
  hash: string;
}

/** Why an entry breaks the chain. */
export type ChainFaultReason =
  /** The content differs from what was hashed. */
  | 'changed'
  /** The entry with the next position is missing, or the newest one is. */
  | 'removed'
  /** The entry does not follow the one before it. */
  | 'unlinked';
