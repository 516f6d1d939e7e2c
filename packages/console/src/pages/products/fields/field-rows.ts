import { type components } from 'sheaf-client';

export type ProductField = components['schemas']['ProductField'];
type SettingsAnswer = components['schemas']['ProductSettings'];
export type SettingsWarning = components['schemas']['ProductSettingsWarning'];

/** A field under the settings and in the served build; null when one of them lacks it. */
export interface FieldRow {
  /** Name, with dots for nested fields. */
  name: string;
  effective: ProductField | null;
  served: ProductField | null;
  warnings: readonly SettingsWarning[];
}

/** Members that are compared between the settings and the served build. */
export const comparedMembers = [
  'type',
  'list',
  'searchable',
  'weight',
  'role',
  'facet',
  'filterable',
  'sortable',
  'unit',
  'values',
] as const;

/** All fields of an index, nested ones after their parents, in the order of the API. */
export function fieldRowsOf({ effective, served, warnings }: SettingsAnswer): FieldRow[] {
  const now = new Map(flat(effective?.fields ?? {}));
  const before = new Map(flat(served?.fields ?? {}));
  const unknown = warnings.flatMap(({ field }) => field ?? []);
  const names = new Set([...now.keys(), ...before.keys(), ...unknown]);
  return [...names].map((name) => ({
    name,
    effective: now.get(name) ?? null,
    served: before.get(name) ?? null,
    warnings: warnings.filter(({ field, fields }) => field === name || fields?.includes(name) === true),
  }));
}

/** The members that change with the next build; all of them for a field that no build has served. */
export function waitingMembers({ effective, served }: FieldRow): readonly (typeof comparedMembers)[number][] {
  if (effective === null || served === null) return [];
  return comparedMembers.filter(
    (member) => JSON.stringify(effective[member]) !== JSON.stringify(served[member]),
  );
}

/** A value of a member as text. */
export function memberText(value: ProductField[(typeof comparedMembers)[number]]): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  return value;
}

function flat(fields: Readonly<Record<string, ProductField>>): [string, ProductField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, ProductField][] => [
    [name, field],
    ...(field.children === null ? [] : flat(childrenOf(name, field.children))),
  ]);
}

/** Nested fields with full names, whether or not the API repeats the names of the parents. */
function childrenOf(parent: string, children: object): Record<string, ProductField> {
  return Object.fromEntries(
    Object.entries(children as Record<string, ProductField>).map(([name, field]) => [
      name.startsWith(`${parent}.`) ? name : `${parent}.${name}`,
      field,
    ]),
  );
}
