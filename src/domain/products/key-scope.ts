import { PRODUCT_PERMISSIONS, type ProductGrant, type ProductPermission } from './permissions';
import { type Caller } from '../platform/caller';
import { createShownFields, fieldBoundsOf } from './shown-fields';

/**
 * Types of keys for product search. An `admin` key may do everything and sees all records, a `write` key
 * manages and searches, a `search` key reads. A `scoped` key derives from a search key and is never wider.
 */
export const KEY_TYPES = ['admin', 'write', 'search', 'scoped'] as const;
export type KeyType = (typeof KEY_TYPES)[number];
export type RootKeyType = Exclude<KeyType, 'scoped'>;

const adminOnly: readonly ProductPermission[] = ['keys.manage', 'audit.read'];

/** Permissions that a key of a type may have at most. */
export const typePermissions: Readonly<Record<RootKeyType, readonly ProductPermission[]>> = {
  admin: PRODUCT_PERMISSIONS,
  write: PRODUCT_PERMISSIONS.filter((name) => !adminOnly.includes(name)),
  search: ['search', 'browse', 'records.read'],
};

/** Types by the permissions that make a key of documents one for product search too. */
export const grantTypes: Readonly<Record<ProductGrant, RootKeyType>> = {
  'products-admin': 'admin',
  'products-write': 'write',
  'products-search': 'search',
};

/** Bounds of one key or token, beside its permissions. Null adds no bound to those of the keys above it. */
export interface KeyBounds {
  /** Names of indexes; a trailing `*` stands for any rest. */
  indexes: readonly string[] | null;
  /**
   * Users, groups and roles for the access lists of records; a trailing `*` stands for any rest. The first key
   * of a chain has none for null, as with its tenant.
   */
  principals: readonly string[] | null;
  /** Tenant whose records the key reaches; a trailing `*` stands for any rest. */
  tenant: string | null;
  /** Filter that every search is narrowed by, in the filter language. */
  filter: string | null;
  /** Origins of browsers; `https://*.example.com` stands for every host below. */
  allowedOrigins: readonly string[] | null;
  /** Fields whose facets may be asked for. */
  facets: readonly string[] | null;
  /** Fields that are as if no record had them, with those below them. */
  hiddenFields: readonly string[] | null;
  /** The only fields that are not so. */
  visibleFields: readonly string[] | null;
  /** Requests a second. */
  ratePerSecond: number | null;
  /** Unix milliseconds at which the key ends. */
  expiresAt: number | null;
}

/** Bounds of nothing. */
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

/** Bounds of one key or token in a chain. */
export interface ChainedBounds extends KeyBounds {
  id: string;
  /** A token that says no principals, or no tenant, has none where the key that signed it holds a wildcard. */
  isToken?: boolean;
}

/** Everything that a key may do: the meet of the key and of all keys that it derives from. */
export interface KeyScope {
  /** Type of the first key of the chain, which is never `scoped`. */
  type: RootKeyType;
  permissions: readonly ProductPermission[];
  /** Bounds of every key of the chain, the first one first; never empty. All of them hold. */
  chain: readonly ChainedBounds[];
}

/** Scope of the caller of a route of product search. */
export function scopeOf({ scope }: Pick<Caller, 'scope'>): KeyScope {
  return scope as KeyScope;
}

/** A member of a wanted key that is wider than the key above it. */
export interface Widening {
  member: 'permissions' | keyof KeyBounds;
  message: string;
}

/** Scope of a key below another one: what both allow. */
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

/** Whether a name, or every name of a pattern, is among those of a pattern. */
export function covers(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** Whether the scope reaches an index of this name. */
export function reachesIndex({ chain }: KeyScope, name: string): boolean {
  return chain.every(({ indexes }) => indexes === null || coveredByAny(indexes, name));
}

/**
 * Whether requests from an origin are allowed.
 *
 * @param origin null for a request without one, which no bound on origins allows
 */
export function allowsOrigin({ chain }: KeyScope, origin: string | null): boolean {
  return chain.every(
    ({ allowedOrigins }) => allowedOrigins === null || allowedOrigins.some((one) => isWithin(one, origin)),
  );
}

/** Whether facets of a field may be asked for. */
export function allowsFacet({ chain }: KeyScope, field: string): boolean {
  return chain.every(({ facets }) => facets?.includes(field) !== false);
}

/** Principals for the access lists of records. */
export interface HeldPrincipals {
  /** A record is shown for one of them. */
  allowed: readonly string[];
  /**
   * A record that is denied to one of them is hidden: those of every key of the chain but patterns, so that a
   * key does not see what is hidden from the key that it derives from.
   */
  denied: readonly string[];
}

/** Principals of a scope. Without any, no record of an access list is shown. */
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

/** Tenant of a scope, which may be a pattern; null for none, which reaches no record that belongs to one. */
export function tenantOf({ chain }: KeyScope): string | null {
  const tenants = chain.flatMap(({ tenant }, level) => {
    if (tenant !== null) return [[tenant]];
    return level === 0 ? [[]] : [];
  });
  const reached = tenants.reduce(meet);
  return isUnsaid(chain, 'tenant', reached) ? null : (reached[0] ?? null);
}

/** Whether a token leaves open which of the names of a wildcard it is for. */
function isUnsaid(
  chain: KeyScope['chain'],
  member: 'principals' | 'tenant',
  inherited: readonly string[],
): boolean {
  const last = chain.at(-1);
  return last?.isToken === true && last[member] === null && inherited.some((name) => name.endsWith('*'));
}

/** Unix milliseconds at which the first key of the chain ends; null for none. */
export function endOf({ chain }: KeyScope): number | null {
  const ends = chain.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Requests a second that every key of the chain allows; null without a bound. */
export function rateOf({ chain }: KeyScope): number | null {
  const rates = chain.flatMap(({ ratePerSecond }) => ratePerSecond ?? []);
  return rates.length === 0 ? null : Math.min(...rates);
}

/** Members by which a wanted key is wider than a scope; none where it may derive from it. */
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

/** Names and patterns that both lists have. */
function meet(some: readonly string[], others: readonly string[]): string[] {
  return [
    ...others.filter((name) => coveredByAny(some, name)),
    ...some.filter((name) => !others.includes(name) && coveredByAny(others, name)),
  ];
}

const anyHost = '://*.';

/** Whether an origin, or every origin of a pattern, is among those of a pattern. */
function isWithin(pattern: string, origin: string | null): boolean {
  if (origin === null) return false;
  if (pattern === origin) return true;
  const [scheme, host] = pattern.split(anyHost);
  if (host === undefined) return false;
  return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`);
}
