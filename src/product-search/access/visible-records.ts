import { covers, type KeyScope, principalsOf, tenantOf } from '../../domain/products/key-scope';
import { type ObjectSettings } from '../../domain/products/settings';
import { createShownFields, fieldBoundsOf, type ShownFields } from '../../domain/products/shown-fields';
import { everybody, principalToken, tenantsOf } from '../build/document';
import { type FilterFields, FilterInvalid, filterQuery, parseFilter } from '../filters';
import { SearchRefused } from '../search/search-refused';
import { type Query } from '../search/ranked-query';

/** An index whose records are looked at. */
export interface GuardedIndex {
  settings: Pick<ObjectSettings, 'acl' | 'tenant_field'>;
  /** The fields for filters of keys, as far as some are shown. */
  filterFieldsOf: (shown: ShownFields) => FilterFields;
}

/**
 * Queries that all records which a scope may see fulfil, and no other record does. Every read of records
 * narrows by them: searches, counts, facets and single records.
 *
 * @throws SearchRefused `ACCESS_DENIED` where the scope carries no principals or tenant and the index asks for
 *   them, and where a filter of the scope does not fit the fields of the index
 */
export function visibleRecords(scope: KeyScope, { settings, filterFieldsOf }: GuardedIndex): Query[] {
  if (scope.type === 'admin') return [];
  const { acl, tenant_field: tenantField } = settings;
  return [
    ...(acl === undefined ? [] : principalQueries(scope)),
    ...(tenantField === undefined ? [] : [tenantQuery(scope)]),
    ...scope.chain.flatMap(({ filter, isToken }, level) => {
      if (filter === null) return [];
      // The signer of a token filters by the fields of the key. Makers of keys see all fields.
      const bounds = isToken === true ? fieldBoundsOf(scope.chain.slice(0, level)) : [];
      return [fixedQuery(filter, filterFieldsOf(createShownFields(bounds)))];
    }),
  ];
}

/** Whether a scope sees every record of an index, whatever the record holds. */
export function seesAllRecords(
  { type, chain }: KeyScope,
  { acl, tenant_field }: GuardedIndex['settings'],
): boolean {
  if (type === 'admin') return true;
  const isOpen = acl === undefined && tenant_field === undefined;
  return isOpen && chain.every(({ filter }) => filter === null);
}

function principalQueries(scope: KeyScope): Query[] {
  const { allowed, denied } = principalsOf(scope);
  if (allowed.length === 0)
    throw accessDenied('The index has access lists, and the API key carries no principals.');
  const tokens = [everybody, ...allowed.filter((name) => !isPattern(name)).map(principalToken)];
  const prefixes = allowed.filter(isPattern).map((name) => prefixQuery('acl', principalToken(name)));
  return [
    { bool: { should: [{ terms: { acl: tokens } }, ...prefixes], minimum_should_match: 1 } },
    ...(denied.length === 0
      ? []
      : [{ bool: { must_not: [{ terms: { deny: denied.map(principalToken) } }] } }]),
  ];
}

function tenantQuery(scope: KeyScope): Query {
  const tenant = tenantOf(scope);
  if (tenant === null)
    throw accessDenied('The records of the index belong to tenants, and the API key carries none.');
  return isPattern(tenant) ? prefixQuery('tenant', tenant) : { term: { tenant } };
}

/** A filter of a key is the business of its issuer, so that the refusal does not show it. */
function fixedQuery(filter: string, fields: FilterFields): Query {
  try {
    return filterQuery(parseFilter(filter, fields));
  } catch (error) {
    if (!(error instanceof FilterInvalid)) throw error;
    throw accessDenied('The filter of the API key does not fit the fields of this index.');
  }
}

function isPattern(name: string): boolean {
  return name.endsWith('*');
}

function prefixQuery(column: string, pattern: string): Query {
  return { prefix: { [column]: pattern.slice(0, -1) } };
}

function accessDenied(message: string): SearchRefused {
  return new SearchRefused('ACCESS_DENIED', message);
}

/** Records of one tenant, for keys that write no others. */
export interface OwnRecords {
  /** Field that names the tenants of a record. */
  field: string;
  /** Whether a record belongs to the tenant, and to no other one. */
  owns: (record: object) => boolean;
}

/**
 * The records that a scope may write; null for all. Those of an index with `tenant_field` are written by keys of
 * their tenant and by admin keys.
 *
 * @throws SearchRefused `ACCESS_DENIED` where the scope carries no tenant and the index asks for one
 */
export function ownRecords(
  scope: KeyScope,
  { tenant_field: field }: Pick<ObjectSettings, 'tenant_field'>,
): OwnRecords | null {
  if (field === undefined || scope.type === 'admin') return null;
  const tenant = tenantOf(scope);
  if (tenant === null)
    throw new SearchRefused(
      'ACCESS_DENIED',
      'The records of the index belong to tenants, and the API key carries none.',
    );
  return {
    field,
    owns: (record) => {
      const tenants = tenantsOf(record, field);
      return tenants.length > 0 && tenants.every((name) => covers(tenant, name));
    },
  };
}
