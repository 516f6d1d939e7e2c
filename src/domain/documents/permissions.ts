/** Permissions of a key for documents; `webhooks` comes with either of the others. */
export const PERMISSIONS = ['query', 'index', 'webhooks'] as const;
export type Permission = (typeof PERMISSIONS)[number];
