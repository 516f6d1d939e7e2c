import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { covers, type KeyScope, principalsOf, tenantOf } from '../../domain/products/key-scope';
import { type ObjectSettings } from '../../domain/products/settings';
import {
  createShownFields,
  everyField,
  everyNameVisible,
  fieldBoundsOf,
  type ShownFields,
} from '../../domain/products/shown-fields';
import { everybody, principalToken, tenantsOf } from '../build/document';
import { createFilterFields, type FilterFields, FilterInvalid, filterQuery, parseFilter } from '../filters';
import { SearchRefused } from '../search/search-refused';
import { type Query } from '../search/word-queries';
import { type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { rawElements, rawMembers, rawObject } from '../../domain/products/raw-object';
import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { readAmounts } from '../constraints/read-amounts';
import { measuredFields } from '../constraints/query-constraints';
import { type SearchTarget } from '../search/search-target';

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
 * @throws SearchRefused `ACCESS_DENIED` where the scope carries no principals or tenant and the index asks
 *   for them, and where a filter of the scope does not fit the fields of the index
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

/** Whether a scope sees all records of an index, so that no query has to narrow them. */
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
 * The records that a scope may write; null for all. Those of an index with `tenant_field` are written by keys
 * of their tenant and by admin keys.
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

/** A field table as if no record had the fields that are not shown. */
export function shownTable(table: FieldTable, shown: ShownFields): FieldTable {
  if (shown === everyField) return table;
  const isShown = (path: readonly string[]) => shown.shows(fieldName(path));
  const isParentShown = (path: readonly string[]) =>
    table.fields.some(
      (row) =>
        row.path.length > path.length && path.every((name, n) => row.path[n] === name) && isShown(row.path),
    );
  return {
    ...table,
    fields: table.fields.filter(
      ({ path, type }) => isShown(path) || (type === 'children' && isParentShown(path)),
    ),
    primary: table.primary !== null && isShown(table.primary) ? table.primary : null,
  };
}

/**
 * The members of records that a caller gets: those of its key, without those that say who may see a record.
 */
export function memberFields(
  { type, chain }: Pick<KeyScope, 'type' | 'chain'>,
  { acl, tenant_field: tenantField }: Pick<ObjectSettings, 'acl' | 'tenant_field'>,
): ShownFields {
  const names = type === 'admin' ? [] : [acl?.field, acl?.deny_field, tenantField];
  const hidden = names.filter((name) => name !== undefined);
  return createShownFields([...fieldBoundsOf(chain), { hidden, visible: null }]);
}

/**
 * JSON text of a record with the members that are shown, in objects and lists of objects too. An object of
 * which a part is hidden is written anew, so that no second member of a name comes through.
 */
export function shownMembers(text: string, fields: ShownFields): string {
  return fields === everyField ? text : membersBelow(text, fields, '');
}

/** @param prefix of the names of the members of an object */
function membersBelow(text: string, fields: ShownFields, prefix: string): string {
  const members = rawMembers(text);
  for (const [name, value] of members) {
    const shown = shownValue(value, fields, `${prefix}${name}`);
    if (shown === null) members.delete(name);
    else members.set(name, shown);
  }
  return rawObject(members);
}

/** The shown part of the value of a member; null for nothing. */
function shownValue(value: string, fields: ShownFields, name: string): string | null {
  const extent = fields.extent(name);
  if (extent === 'none') return null;
  if (extent === 'all') return value;
  if (value.startsWith('{')) return membersBelow(value, fields, `${name}.`);
  if (value.startsWith('[')) {
    const elements = rawElements(value).map((element) => shownValue(element, fields, name));
    return `[${elements.filter((element) => element !== null).join(',')}]`;
  }
  return fields.shows(name) ? value : null;
}

/** The fields that a request asks for. */
export interface AskedFields {
  /** Names beside those in filters. */
  names: ReadonlySet<string>;
  /** Reads the filters of the request. Where it throws, only the fields before that place matter. */
  readFilters: (fields: FilterFields) => void;
  /** Text whose amounts are compared with fields; null without one. */
  amountsOf: string | null;
}

/** Columns in which visible records were seen to have values, by build and access. */
export type SeenColumns = LRUCache<string, true>;

/** A column counts as seen for a minute, though its records may have changed since. */
const seenMax = 10_000;
const seenTtlMs = 60_000;

/** Creates columns of which none was seen yet. */
export function createSeenColumns(): SeenColumns {
  return new LRUCache({ max: seenMax, ttl: seenTtlMs });
}

interface SeenDeps {
  physicalIndexes: Pick<PhysicalIndexes, 'search'>;
  seenColumns: SeenColumns;
}

/**
 * Leaves out of a target the fields that a request asks for and no visible record has: the request is then
 * answered, or refused, as by an index that never had the hidden records. Fields that the settings name stay.
 * A caller who sees every record gets the target as it is.
 */
export async function hideUnseenFields(
  deps: SeenDeps,
  whole: SearchTarget,
  asked: AskedFields,
  signal: AbortSignal,
): Promise<SearchTarget> {
  if (whole.isVisibleName === everyNameVisible) return whole;
  for (let target = whole; ;) {
    const empty = await emptyColumns(deps, target, hiddenNameColumns(target, asked), signal);
    if (empty.size === 0) return target;
    // Another field of the same name may come into its place.
    const fields = target.table.fields.filter(({ column }) => column === null || !empty.has(column));
    const table = { ...target.table, fields };
    const filterFields = createFilterFields(table, target.settings, target.isVisibleName);
    target = { ...target, table, filterFields };
  }
}

/** Columns in which no visible record has a value. */
async function emptyColumns(
  { physicalIndexes, seenColumns }: SeenDeps,
  { physical, visible }: SearchTarget,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const access = createHash('sha256')
    .update(JSON.stringify([physical, visible]))
    .digest('base64url');
  const keyOf = (column: string) => `${access}/${column}`;
  const unseen = columns.filter((column) => !seenColumns.has(keyOf(column)));
  if (unseen.length === 0) return new Set();
  const { aggregations = {} } = await physicalIndexes.search(
    physical,
    {
      size: 0,
      track_total_hits: false,
      allow_partial_search_results: false,
      query: { bool: { filter: [...visible] } },
      aggregations: Object.fromEntries(
        unseen.map((column) => [column, { filter: { exists: { field: column } } }]),
      ),
    },
    signal,
  );
  const counts = aggregations as Record<string, { doc_count?: number }>;
  const found = unseen.filter((column) => (counts[column]?.doc_count ?? 0) > 0);
  for (const column of found) seenColumns.set(keyOf(column), true);
  return new Set(unseen.filter((column) => !found.includes(column)));
}

/** Columns of the fields that a request asks for, without those whose names are visible anyway. */
function hiddenNameColumns(
  { table, filterFields, isVisibleName }: SearchTarget,
  asked: AskedFields,
): string[] {
  const columns = new Set<string>();
  try {
    asked.readFilters(noticed(filterFields, (column) => columns.add(column)));
  } catch {
    // The request is refused when it is read again.
  }
  if (asked.amountsOf !== null && readAmounts(asked.amountsOf).length > 0)
    for (const { column } of measuredFields(table)) columns.add(column);
  return table.fields.flatMap(({ path, column }) => {
    const name = fieldName(path);
    const isAsked = column !== null && (columns.has(column) || asked.names.has(name));
    return isAsked && !isVisibleName(name) ? [column] : [];
  });
}

/** Fields of filters that tell of each column which a filter gets. */
function noticed(fields: FilterFields, notice: (column: string) => void): FilterFields {
  return {
    isParent: (name) => fields.isParent(name),
    valuesOf(name, place) {
      const field = fields.valuesOf(name, place);
      notice(field.column);
      return field;
    },
    existenceOf(name, place) {
      const columns = fields.existenceOf(name, place);
      columns.forEach(notice);
      return columns;
    },
    get placeColumns() {
      fields.placeColumns.forEach(notice);
      return fields.placeColumns;
    },
  };
}
