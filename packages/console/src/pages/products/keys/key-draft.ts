import { type components, SheafError } from 'sheaf-client';
import { type FieldFaults, fieldFaultsOf } from '../../../parts/field-faults';
import { type KeyType, type Permission, type ProductKey } from './product-key';

/**
 * Values of the form of a key. A list that is null adds no bound; an empty list of permissions means all of
 * the type.
 */
export interface KeyDraft {
  name: string;
  type: KeyType;
  parent: string;
  permissions: readonly Permission[];
  indexes: string[] | null;
  principals: string[] | null;
  tenant: string;
  filter: string;
  allowedOrigins: string[] | null;
  facets: string[] | null;
  hiddenFields: string[] | null;
  visibleFields: string[] | null;
  rate: number | undefined;
  /** ISO 8601 in UTC; empty for never. */
  expiresAt: string;
}

export const emptyKeyDraft: KeyDraft = {
  name: '',
  type: 'search',
  parent: '',
  permissions: [],
  indexes: null,
  principals: null,
  tenant: '',
  filter: '',
  allowedOrigins: null,
  facets: null,
  hiddenFields: null,
  visibleFields: null,
  rate: undefined,
  expiresAt: '',
};

export const draftOfKey = (key: ProductKey): KeyDraft => ({
  name: key.name,
  type: key.type,
  parent: key.parent ?? '',
  permissions: key.type === 'admin' ? [] : key.permissions,
  indexes: key.indexes,
  principals: key.principals,
  tenant: key.tenant ?? '',
  filter: key.filter ?? '',
  allowedOrigins: key.allowed_origins,
  facets: key.facets,
  hiddenFields: key.hidden_fields,
  visibleFields: key.visible_fields,
  rate: key.rate_limit_per_second ?? undefined,
  expiresAt: key.expires_at === null ? '' : new Date(key.expires_at).toISOString(),
});

/** The members of a draft that can change, in the format of requests. */
function membersOf(draft: KeyDraft) {
  const { name, permissions, indexes, principals, tenant, filter, allowedOrigins, rate } = draft;
  return {
    name,
    ...(permissions.length > 0 && { permissions: [...permissions] }),
    indexes,
    principals,
    tenant: tenant === '' ? null : tenant,
    filter: filter === '' ? null : filter,
    allowed_origins: allowedOrigins,
    facets: draft.facets,
    hidden_fields: draft.hiddenFields,
    visible_fields: draft.visibleFields,
    rate_limit_per_second: rate ?? null,
    expires_at: draft.expiresAt === '' ? null : Date.parse(draft.expiresAt),
  };
}

/** The request to create the key of a draft. A key of type `admin` has no bounds on what it sees. */
export function newKeyOf(draft: KeyDraft): components['schemas']['NewProductKey'] {
  const { type, parent } = draft;
  const members = membersOf(
    type === 'admin' ? { ...emptyKeyDraft, ...pick(draft, ['name', ...unseeing]) } : draft,
  );
  return { type, ...(type === 'scoped' && parent !== '' && { parent }), ...members };
}

/** Members that limit the use of a key, not what it sees. */
const unseeing = ['allowedOrigins', 'rate', 'expiresAt'] as const;

const pick = <Name extends keyof KeyDraft>(draft: KeyDraft, names: readonly Name[]): Pick<KeyDraft, Name> =>
  Object.fromEntries(names.map((name) => [name, draft[name]])) as Pick<KeyDraft, Name>;

/** The members of a draft that differ from a key. */
export function keyChangesOf(key: ProductKey, draft: KeyDraft): components['schemas']['ProductKeyChange'] {
  const before: Record<string, unknown> = membersOf(draftOfKey(key));
  const after = Object.entries(membersOf(draft));
  return Object.fromEntries(
    after.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** Faults of a refused key, by member of the API. */
export function keyFaultsOf(error: unknown): FieldFaults {
  const faults = fieldFaultsOf(error);
  const isOfFilter = error instanceof SheafError && error.code === 'FILTER_INVALID';
  return isOfFilter && faults.size === 0 ? new Map([['filter', error.message]]) : faults;
}
