import { type ObjectSettings } from '../../domain/products/settings';

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
