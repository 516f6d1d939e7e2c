import { type components } from 'sheaf-client';

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

/** The types, each with its permissions to choose from; an admin key has all. */
export const keyTypes: readonly { type: KeyType; about: string; permissions: readonly Permission[] }[] = [
  { type: 'search', about: 'searches and reads, for shops', permissions: searching },
  { type: 'write', about: 'manages indexes and records, for servers', permissions: writing },
  { type: 'scoped', about: 'at most what its parent may', permissions: searching },
  { type: 'admin', about: 'everything, and sees every record', permissions: [] },
];

/** Whether other keys can derive from this one. */
export const isParent = ({ type }: ProductKey): boolean => type === 'search' || type === 'scoped';

/** Query keys of the cache: of the list of keys, and of one key. */
export const keysKey = ['product-keys'] as const;
export const keyKey = (keyId: string) => ['product-keys', keyId] as const;

export const keyPath = (keyId: string): string => `/products/keys/${encodeURIComponent(keyId)}`;
