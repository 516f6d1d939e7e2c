import type { Table } from './output.js';

/** Columns for fields of records, besides the id. */
const columnsMax = 5;

/** A hit of product search: a record with its id and members of the service, which begin with `_`. */
type Hit = { id: string } & Record<string, unknown>;

/**
 * The table of the hits of a search: on a terminal the first fields that hold single values, otherwise id and
 * record.
 */
export function hitsTable(hits: readonly Hit[]): Table {
  const names = new Set<string>();
  for (const hit of hits)
    for (const [name, value] of Object.entries(hit))
      if (!name.startsWith('_') && isSingle(value) && value !== hit.id) names.add(name);
  const shown = [...names].slice(0, columnsMax);
  return {
    head: ['id', 'record'],
    rows: hits.map((hit) => [hit.id, hit]),
    onTerminal: {
      head: ['id', ...shown],
      rows: hits.map((hit) => [hit.id, ...shown.map((name) => hit[name])]),
    },
  };
}

const isSingle = (value: unknown) => value !== null && typeof value !== 'object';
