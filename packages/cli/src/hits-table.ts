import type { components } from 'sheaf-client';
import type { Table } from './output.js';

type Field = Pick<components['schemas']['ProductField'], 'role'>;

/** Columns for fields of records, besides the id. */
const columnsMax = 5;

/** Usual names of the fields where none has the role. */
const usualNames = {
  title: ['title', 'name'],
  brand: ['brand', 'manufacturer', 'vendor'],
  category: ['category'],
  description: ['description', 'short_description', 'summary'],
} as const;

/** Fields with prices, which have no role, by their names. */
const priceName = /(?:^|_)price(?:_|$)/i;

/** A hit of product search: a record with its id and members of the service, which begin with `_`. */
type Hit = { id: string } & Record<string, unknown>;

/**
 * The table of the hits of a search: on a terminal title, brand, prices and category, then the first fields
 * that hold single values; otherwise id and record.
 *
 * @param fields of the index with their roles; where a role is missing, usual names stand for it
 */
export function hitsTable(hits: readonly Hit[], fields: Readonly<Record<string, Field>>): Table {
  const shown = shownNames(hits, fields);
  return {
    head: ['id', 'record'],
    rows: hits.map((hit) => [hit.id, hit]),
    onTerminal: {
      head: ['id', ...shown],
      rows: hits.map((hit) => [hit.id, ...shown.map((name) => cellOf(hit[name]))]),
    },
  };
}

/** Names of the fields that have columns, in their order. */
function shownNames(hits: readonly Hit[], fields: Readonly<Record<string, Field>>): string[] {
  const all = new Set<string>();
  const single = new Set<string>();
  for (const hit of hits)
    for (const [name, value] of Object.entries(hit))
      if (!name.startsWith('_') && value !== null && value !== hit.id) {
        all.add(name);
        if (typeof value !== 'object') single.add(name);
      }
  const named = (role: keyof typeof usualNames): string[] =>
    [...[...all].filter((name) => fields[name]?.role === role), ...usualNames[role]]
      .filter((name) => all.has(name))
      .slice(0, 1);
  const long = named('description');
  const rest = [...single].filter((name) => !long.includes(name));
  const prices = rest.filter((name) => priceName.test(name));
  const first = [named('title'), named('brand'), prices, named('category')].flat();
  return [...new Set([...first, ...rest])].slice(0, columnsMax);
}

/** A value as a field of a table; the texts of a list stand next to each other. */
const cellOf = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : value;
