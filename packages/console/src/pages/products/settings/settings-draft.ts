import { type components } from 'sheaf-client';

/** Edited settings, which are sent as a whole. */
export type SettingsDraft = components['schemas']['ProductSettingsBody'];
export type FieldSettings = NonNullable<SettingsDraft['fields']>[string];

/** Members that cannot change after the index was created; they are sent unchanged. */
export const fixedMembers = ['acl', 'tenant_field', 'audit'] as const;

/** The draft with a member set, or without it for undefined. */
export function withMember<Draft extends object, Name extends keyof Draft>(
  draft: Draft,
  name: Name,
  value: Draft[Name] | undefined,
): Draft {
  const others = Object.entries(draft).filter(([member]) => member !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]) as Draft;
}

/** The draft with the settings of one field, or without the field when they are empty. */
export function withField(draft: SettingsDraft, name: string, field: FieldSettings): SettingsDraft {
  const fields = { ...draft.fields, [name]: field };
  if (Object.keys(field).length === 0) return withMember(draft, 'fields', withoutField(draft.fields, name));
  return withMember(draft, 'fields', fields);
}

function withoutField(fields: SettingsDraft['fields'], name: string): SettingsDraft['fields'] {
  const others = Object.entries(fields ?? {}).filter(([other]) => other !== name);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** When a change of each setting takes effect on a served index. */
export const effectOf = {
  noun: 'at once',
  group_by: 'at once',
  deterministic: 'at once',
  strict_types: 'with the next upload',
  facets: 'at once for fields with a column, else with a full build',
  sortable: 'at once for fields with a column, else with a full build',
  searchable: 'with a full build',
  identifiers: 'with a full build',
} as const;

/** A setting that differs from the saved one, and when the change takes effect. */
export interface SettingsChange {
  name: string;
  effect: string;
}

/** The settings that differ from the saved ones. */
export function changesOf(saved: SettingsDraft, draft: SettingsDraft): SettingsChange[] {
  const isChanged = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const lists = (Object.keys(effectOf) as (keyof typeof effectOf)[])
    .filter((name) => isChanged(saved[name], draft[name]))
    .map((name) => ({ name, effect: effectOf[name] }));
  const fields = [
    ...new Set([...Object.keys(saved.fields ?? {}), ...Object.keys(draft.fields ?? {})]),
  ].flatMap((field) => {
    const [before, now]: FieldSettings[] = [saved.fields?.[field] ?? {}, draft.fields?.[field] ?? {}];
    const members = new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})]) as Set<
      keyof FieldSettings
    >;
    return [...members]
      .filter((member) => isChanged(before?.[member], now?.[member]))
      .map((member) => ({ name: `fields.${field}.${member}`, effect: fieldEffect(member) }));
  });
  return [...lists, ...fields];
}

/** When a change of a member of a field takes effect. */
export function fieldEffect(member: keyof FieldSettings): string {
  return member === 'facet' || member === 'sortable' || member === 'filterable'
    ? effectOf.facets
    : 'with a full build';
}
