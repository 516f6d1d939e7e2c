import { type components } from 'sheaf-client';

export type AuditEntry = components['schemas']['ProductAuditEntry'];

/** Names of all actions and groups of actions, for filters. */
export const auditActions = [
  'search',
  'browse',
  'record.*',
  'record.read',
  'record.write',
  'settings.update',
  'build',
  'index.*',
  'index.create',
  'index.delete',
  'key.*',
  'key.create',
  'key.read',
  'key.update',
  'key.delete',
  'alias.*',
  'alias.update',
  'alias.delete',
  'assignment.update',
  'import',
  'audit.read',
] as const;

/** Status and error code of the recorded answer, such as `200` or `403 FORBIDDEN`. */
export const answerOf = ({ status, error }: AuditEntry): string =>
  error === null ? String(status) : `${status} ${error}`;
