/**
 * Permissions of a key for documents; either of the others does for `webhooks` where the organization asks
 * for no more.
 */
export const PERMISSIONS = ['query', 'index', 'webhooks'] as const;
export type Permission = (typeof PERMISSIONS)[number];
