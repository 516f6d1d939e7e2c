/** Types of fields, inferred or set. */
export const FIELD_TYPES = [
  'text',
  'keyword',
  'enum',
  'identifier',
  'number',
  'date',
  'geo',
  'bool',
  'children',
  'url',
  'skip',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Ranking tiers of text; `secondary` is the default. */
export const FIELD_WEIGHTS = ['primary', 'secondary', 'low'] as const;
export type FieldWeight = (typeof FIELD_WEIGHTS)[number];

export const FIELD_ROLES = ['title', 'brand', 'category', 'description', 'section'] as const;
export type FieldRole = (typeof FIELD_ROLES)[number];

/** Formats of identifiers that ingestion recognises. */
export const IDENTIFIER_FORMATS = ['cusip', 'isin', 'lei', 'cik', 'docket', 'citation', 'icd10'] as const;
export type IdentifierFormat = (typeof IDENTIFIER_FORMATS)[number];

/** Settings of one field; each overrides what is inferred from the records. */
export interface FieldSetting {
  type?: FieldType;
  searchable?: boolean;
  weight?: FieldWeight;
  role?: FieldRole;
  facet?: boolean;
  filterable?: boolean;
  /** Number and date fields only. */
  sortable?: boolean;
  /** Unit of a number field; values in other units of the same quantity are converted. */
  unit?: string;
  /** The closed set of an enum. */
  values?: string[];
  list?: boolean;
}

/** Fields that decide who may see a record. */
export interface AclSetting {
  /** Field of the record with its principals. */
  field: string;
  /** Field with the principals that never see the record. */
  deny_field?: string;
  /** Rule for records without the field; default `deny`. */
  missing?: 'deny' | 'public';
}

/** Contents of the audit log. */
export interface AuditSetting {
  /** Default `redacted`. */
  query_text?: 'redacted' | 'hashed' | 'none' | 'full';
  /** Default `keyed`. */
  client_ip?: 'keyed' | 'none' | 'full';
  /** Default `serve`. */
  on_failure?: 'serve' | 'refuse';
}

/** Default grouping of search results. */
export interface GroupBySetting {
  field: string;
  /** Hits of each group; default 1. */
  size?: number;
}

/** Settings of an index as they were sent. Members have their names of the wire. */
export interface ObjectSettings {
  fields?: Record<string, FieldSetting>;
  /** The only searchable text fields; the first is the primary one. */
  searchable?: string[];
  identifiers?: string[];
  facets?: string[];
  sortable?: string[];
  acl?: AclSetting;
  tenant_field?: string;
  strict_types?: boolean;
  deterministic?: boolean;
  audit?: AuditSetting;
  group_by?: GroupBySetting;
  noun?: { singular: string; plural: string };
}

export const SETTINGS_WARNING_CODES = [
  'ROLE_CLAIMED_TWICE',
  'ID_FROM_CODE_FIELD',
  'FACET_NO_COUNTS',
  'UNKNOWN_FIELD',
  'FACET_ON_TEXT',
  'ID_INFERRED',
  'SETTING_NO_EFFECT',
] as const;
export type SettingsWarningCode = (typeof SETTINGS_WARNING_CODES)[number];

/** A warning about settings. Members that the code does not use are absent. */
export interface SettingsWarning {
  code: SettingsWarningCode;
  settings?: string[];
  role?: FieldRole;
  /** Share of differing values, 0 to 1. */
  distinct_share?: number;
  field?: string;
  fields?: string[];
  /** Field that was chosen. */
  chosen?: string | null;
  message: string;
}

/** Settings that name fields, by the name of the field: `fields`, `facets`, `acl.field` and so on. */
export function namedFields(settings: ObjectSettings): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const add = (setting: string, names: readonly (string | undefined)[] | undefined) => {
    for (const name of names ?? []) {
      if (name === undefined) continue;
      const places = named.get(name) ?? [];
      if (!places.includes(setting)) named.set(name, [...places, setting]);
    }
  };
  add('fields', Object.keys(settings.fields ?? {}));
  for (const list of ['searchable', 'identifiers', 'facets', 'sortable'] as const) add(list, settings[list]);
  add('acl.field', [settings.acl?.field]);
  add('acl.deny_field', [settings.acl?.deny_field]);
  add('tenant_field', [settings.tenant_field]);
  add('group_by.field', [settings.group_by?.field]);
  return named;
}
