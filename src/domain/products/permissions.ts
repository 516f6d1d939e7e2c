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

/**
 * Permissions that operators give to a key of documents. Each makes it a product key of that type too,
 * without bounds.
 */
export const PRODUCT_GRANTS = ['products-admin', 'products-write', 'products-search'] as const;
export type ProductGrant = (typeof PRODUCT_GRANTS)[number];
