import { operatorCharsMax } from './limits';
import { type AuditSetting } from './settings';

/** Actions that the audit log of product search records. */
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

/** Groups of actions, by the part before the dot, for filters. */
export const AUDIT_ACTION_GROUPS = ['record.*', 'index.*', 'key.*', 'alias.*'] as const;
export type AuditActionGroup = (typeof AUDIT_ACTION_GROUPS)[number];

/** The actions that a filter means: one, or all of a group. */
export function actionsOf(wanted: AuditAction | AuditActionGroup): AuditAction[] {
  const group = wanted.endsWith('.*') ? wanted.slice(0, -1) : null;
  return AUDIT_ACTIONS.filter((action) => (group === null ? action === wanted : action.startsWith(group)));
}

const readsRecords: readonly string[] = ['search', 'browse', 'record.read'] satisfies AuditAction[];

/** Whether an action is management: a call for which a tenant may require the name of a person. */
export function isManagement(action: string): boolean {
  return !readsRecords.includes(action);
}

/** Name of a person that management calls may name, without blanks around. */
export const operatorNamePattern = new RegExp(`^[^\\p{Cc}]{1,${operatorCharsMax}}$`, 'u');

/** Members that `audit` leaves out, and rule for changes of an index without it and for actions of no index. */
export const auditDefaults: Required<AuditSetting> = {
  query_text: 'redacted',
  client_ip: 'keyed',
  on_failure: 'serve',
};

/** Text of a query, as its index has it kept. */
export interface AuditedQuery {
  mode: Required<AuditSetting>['query_text'];
  /** Redacted or raw text; null where the mode keeps none. */
  text: string | null;
  /** Keyed fingerprint of the raw text; null where the mode keeps none. */
  fingerprint: string | null;
}

/** Address of a client, as the index has it kept. */
export interface AuditedClient {
  mode: Required<AuditSetting>['client_ip'];
  fingerprint: string | null;
  address: string | null;
}

/** Facts of one request for the audit log. */
export interface AuditFacts {
  action: AuditAction;
  /** Name of the index; null for actions that belong to none. */
  index: string | null;
  /** Id or name of the record, key, job or alias that was acted on; null without one. */
  target: string | null;
  keyId: string;
  /** Person that the request names; null for none. */
  operator: string | null;
  /** Tenant of the key. */
  tenant: string | null;
  /** Principals of the key. */
  principals: string[];
  /** Null for actions without a query. */
  query: AuditedQuery | null;
  clientIp: AuditedClient;
  /** Keyed fingerprint of both forms of the filter; null without one, and where no fingerprints are kept. */
  filterFingerprint: string | null;
  /** HTTP status of the answer. */
  status: number;
  /** Code of a refusal; null for an answer. */
  error: string | null;
  /** Records or groups that a search found; null elsewhere. */
  total: number | null;
  /** Ids of the records in the answer. */
  returnedIds: string[];
  tookMs: number;
  requestId: string;
}

/** An entry of the audit log. */
export interface AuditEntry extends AuditFacts {
  id: string;
  /** Place in the chain of its tenant, from 1, without gaps. */
  seq: number;
  /** Unix milliseconds at which it was written; never before the entry below it. */
  at: number;
  /** `hash` of the entry before; null for the first. */
  prev: string | null;
  /** Keyed hash of all of the above, hex. */
  hash: string;
}

/** Why an entry breaks the chain. */
export type ChainFaultReason =
  /** Its content is not what was hashed. */
  | 'changed'
  /** No entry has the next place, or the newest one is missing. */
  | 'removed'
  /** It does not follow the entry before it. */
  | 'unlinked';
