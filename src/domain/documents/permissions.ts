/**
 * Permissions of a key for documents. `query` or `index` implies `webhooks` unless the organization has the
 * feature `webhook_permission`.
 */
export const PERMISSIONS = ['query', 'index', 'webhooks'] as const;
export type Permission = (typeof PERMISSIONS)[number];
