import { type components } from 'sheaf-client';

/** A key of product search as the API answers it. */
export type ProductKey = components['schemas']['ProductKey'];
export type KeyType = ProductKey['type'];
export type Permission = ProductKey['permissions'][number];

const searching = ['search', 'browse', 'records.read'] as const satisfies readonly Permission[];
const writing = [
  ...searching,
  'records.write',
  'settings.read',
  'settings.write',
  'build',
  'indexes.manage',
  'aliases.manage',
  'jobs.read',
  'imports.run',
] as const satisfies readonly Permission[];

/** The types, each with the permissions that a person can choose from; an admin key has all. */
export const keyTypes: readonly { type: KeyType; about: string; permissions: readonly Permission[] }[] = [
  { type: 'search', about: 'searches and reads, for shops', permissions: searching },
  { type: 'write', about: 'manages indexes and records, for servers', permissions: writing },
  { type: 'scoped', about: 'at most what its parent may', permissions: searching },
  { type: 'admin', about: 'everything, and sees every record', permissions: [] },
];

/** Whether other keys can derive from a key. */
export const isParent = ({ type }: ProductKey): boolean => type === 'search' || type === 'scoped';

/** Keys of what is read of keys; `keyKey` is that of one. */
export const keysKey = ['product-keys'] as const;
export const keyKey = (keyId: string) => ['product-keys', keyId] as const;

/** Address of a key in the console. */
export const keyPath = (keyId: string): string => `/products/keys/${encodeURIComponent(keyId)}`;
