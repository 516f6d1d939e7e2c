/** Permissions of a key for product search. */
export const PRODUCT_PERMISSIONS = [
  'search',
  'browse',
  'records.read',
  'records.write',
  'settings.read',
  'settings.write',
  'build',
  'indexes.manage',
  'aliases.manage',
  'keys.manage',
  'jobs.read',
  'audit.read',
  'imports.run',
] as const;
export type ProductPermission = (typeof PRODUCT_PERMISSIONS)[number];
