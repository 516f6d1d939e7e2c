import { PRODUCT_PERMISSIONS, type ProductGrant, type ProductPermission } from './permissions';
import { type Caller } from '../platform/caller';
import { createShownFields, fieldBoundsOf } from './shown-fields';

/**
 * Types of keys for product search. An `admin` key has every permission and sees all records, a `write` key
 * manages and searches, a `search` key reads. A `scoped` key derives from a search key and has the same
 * bounds or narrower ones.
 */
export const KEY_TYPES = ['admin', 'write', 'search', 'scoped'] as const;
export type KeyType = (typeof KEY_TYPES)[number];
export type RootKeyType = Exclude<KeyType, 'scoped'>;

const adminOnly: readonly ProductPermission[] = ['keys.manage', 'audit.read'];

/** Most permissions of a key by its type. */
export const typePermissions: Readonly<Record<RootKeyType, readonly ProductPermission[]>> = {
  admin: PRODUCT_PERMISSIONS,
  write: PRODUCT_PERMISSIONS.filter((name) => !adminOnly.includes(name)),
  search: ['search', 'browse', 'records.read'],
};

/** Types of product keys that permissions of a document key grant. */
export const grantTypes: Readonly<Record<ProductGrant, RootKeyType>> = {
  'products-admin': 'admin',
  'products-write': 'write',
  'products-search': 'search',
};

/** Bounds of one key or token, besides its permissions. Null adds no bound to those of its parents. */
export interface KeyBounds {
  /** Names of indexes; a trailing `*` matches any suffix. */
  indexes: readonly string[] | null;
  /**
   * Users, groups and roles for the access lists of records; a trailing `*` matches any suffix. In the first
   * key of a chain null means none; the same holds for `tenant`.
   */
  principals: readonly string[] | null;
  /** Tenant whose records the key reaches; a trailing `*` matches any suffix. */
  tenant: string | null;
  /** Filter that is added to every search, in the filter language. */
  filter: string | null;
  /** Origins of browsers; `https://*.example.com` matches every host below. */
  allowedOrigins: readonly string[] | null;
  /** Fields whose facets may be requested. */
  facets: readonly string[] | null;
  /** Fields that are hidden, together with the fields below them. */
  hiddenFields: readonly string[] | null;
  /** The only visible fields. */
  visibleFields: readonly string[] | null;
  /** Requests a second. */
  ratePerSecond: number | null;
  /** Unix milliseconds at which the key expires. */
  expiresAt: number | null;
}

export const unbounded: KeyBounds = {
  indexes: null,
  principals: null,
  tenant: null,
  filter: null,
  allowedOrigins: null,
  facets: null,
  hiddenFields: null,
  visibleFields: null,
  ratePerSecond: null,
  expiresAt: null,
};

/** Bounds of a key or token at its place in a chain. */
export interface ChainedBounds extends KeyBounds {
  id: string;
  /**
   * Set for a token. A token without principals, or without a tenant, has none where the key that signed it
   * has a wildcard.
   */
  isToken?: boolean;
}

/** The effective rights of a key: the intersection of the key and of all its parents. */
export interface KeyScope {
  /** Type of the first key of the chain, which is never `scoped`. */
  type: RootKeyType;
  permissions: readonly ProductPermission[];
  /** Bounds of every key of the chain, the root first; never empty. All of them apply. */
  chain: readonly ChainedBounds[];
}

/** Scope of the caller of a route of product search. */
export function scopeOf({ scope }: Pick<Caller, 'scope'>): KeyScope {
  return scope as KeyScope;
}

/** A member of a requested key that is wider than its parent. */
export interface Widening {
  member: 'permissions' | keyof KeyBounds;
  message: string;
}

/** Scope of a key derived from another: the intersection of both. */
export function narrowed(
  scope: KeyScope,
  permissions: readonly ProductPermission[],
  bounds: ChainedBounds,
): KeyScope {
  return {
    type: scope.type,
    permissions: scope.permissions.filter((name) => permissions.includes(name)),
    chain: [...scope.chain, bounds],
  };
}

/** Whether a pattern matches a name, or every name of another pattern. */
export function covers(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** Whether the scope includes an index of this name. */
export function reachesIndex({ chain }: KeyScope, name: string): boolean {
  return chain.every(({ indexes }) => indexes === null || coveredByAny(indexes, name));
}

/**
 * Whether requests from an origin are allowed.
 *
 * @param origin null for a request without one, which every bound on origins refuses
 */
export function allowsOrigin({ chain }: KeyScope, origin: string | null): boolean {
  return chain.every(
    ({ allowedOrigins }) => allowedOrigins === null || allowedOrigins.some((one) => isWithin(one, origin)),
  );
}

/** Whether facets of a field may be requested. */
export function allowsFacet({ chain }: KeyScope, field: string): boolean {
  return chain.every(({ facets }) => facets?.includes(field) !== false);
}

/** Principals that are matched against the access lists of records. */
export interface HeldPrincipals {
  /** A record is visible to any of these. */
  allowed: readonly string[];
  /**
   * A record that denies one of these is hidden. They are the principals of every key of the chain, without
   * patterns, so that a derived key does not see what its parent cannot.
   */
  denied: readonly string[];
}

/** Principals of a scope. Without any, records with an access list are hidden. */
export function principalsOf({ chain }: KeyScope): HeldPrincipals {
  const lists = chain.flatMap(({ principals }, level) => {
    if (principals !== null) return [principals];
    return level === 0 ? [[]] : [];
  });
  const allowed = lists.reduce(meet);
  return {
    allowed: isUnsaid(chain, 'principals', allowed) ? [] : allowed,
    denied: [...new Set(lists.flat())].filter((name) => !name.endsWith('*')),
  };
}

/** Tenant of a scope, which may be a pattern. With null, records that belong to a tenant are hidden. */
export function tenantOf({ chain }: KeyScope): string | null {
  const tenants = chain.flatMap(({ tenant }, level) => {
    if (tenant !== null) return [[tenant]];
    return level === 0 ? [[]] : [];
  });
  const reached = tenants.reduce(meet);
  return isUnsaid(chain, 'tenant', reached) ? null : (reached[0] ?? null);
}

/** Whether a token does not choose among the names of a wildcard of its parent. */
function isUnsaid(
  chain: KeyScope['chain'],
  member: 'principals' | 'tenant',
  inherited: readonly string[],
): boolean {
  const last = chain.at(-1);
  return last?.isToken === true && last[member] === null && inherited.some((name) => name.endsWith('*'));
}

/** Earliest expiry of the keys of the chain, in Unix milliseconds; null for never. */
export function endOf({ chain }: KeyScope): number | null {
  const ends = chain.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Lowest rate of the keys of the chain, in requests a second; null without a limit. */
export function rateOf({ chain }: KeyScope): number | null {
  const rates = chain.flatMap(({ ratePerSecond }) => ratePerSecond ?? []);
  return rates.length === 0 ? null : Math.min(...rates);
}

/** Members by which a requested key is wider than a scope; empty when it may derive from it. */
export function wideningsOf(
  scope: KeyScope,
  wanted: { permissions: readonly ProductPermission[]; bounds: KeyBounds },
): Widening[] {
  const { permissions, bounds } = wanted;
  const { allowed } = principalsOf(scope);
  const tenant = tenantOf(scope);
  const end = endOf(scope);
  const rate = rateOf(scope);
  const shown = createShownFields(fieldBoundsOf(scope.chain));
  const beyond = (
    member: Widening['member'],
    names: readonly string[] | null,
    has: (name: string) => boolean,
  ) =>
    (names ?? [])
      .filter((name) => !has(name))
      .map((name): Widening => ({ member, message: `the key above does not reach ${JSON.stringify(name)}` }));
  return [
    ...beyond('permissions', permissions, (name) => scope.permissions.some((held) => held === name)),
    ...beyond('indexes', bounds.indexes, (name) => reachesIndex(scope, name)),
    ...beyond('principals', bounds.principals, (name) => coveredByAny(allowed, name)),
    ...beyond(
      'tenant',
      bounds.tenant === null ? null : [bounds.tenant],
      (name) => tenant !== null && covers(tenant, name),
    ),
    ...beyond('allowedOrigins', bounds.allowedOrigins, (origin) => allowsOrigin(scope, origin)),
    ...beyond('facets', bounds.facets, (field) => allowsFacet(scope, field)),
    ...beyond('visibleFields', bounds.visibleFields, (field) => shown.extent(field) !== 'none'),
    ...(bounds.ratePerSecond !== null && rate !== null && bounds.ratePerSecond > rate
      ? [{ member: 'ratePerSecond' as const, message: `the key above has ${rate} a second` }]
      : []),
    ...(bounds.expiresAt !== null && end !== null && bounds.expiresAt > end
      ? [{ member: 'expiresAt' as const, message: `the key above ends at ${end}` }]
      : []),
  ];
}

function coveredByAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => covers(pattern, name));
}

/** Names and patterns in the intersection of both lists. */
function meet(some: readonly string[], others: readonly string[]): string[] {
  return [
    ...others.filter((name) => coveredByAny(some, name)),
    ...some.filter((name) => !others.includes(name) && coveredByAny(others, name)),
  ];
}

const anyHost = '://*.';

/** Whether a pattern matches an origin, or every origin of another pattern. */
function isWithin(pattern: string, origin: string | null): boolean {
  if (origin === null) return false;
  if (pattern === origin) return true;
  const [scheme, host] = pattern.split(anyHost);
  if (host === undefined) return false;
  return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`);
}
