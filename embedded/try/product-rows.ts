import { type ProductAnswer } from './product-calls';
import { formatTable } from './text-table';

const columns = [
  { title: 'Id', width: 6 },
  { title: 'Title', width: 44 },
  { title: 'Width', width: 8 },
  { title: 'Price', width: 8 },
];

/** Answer of a search as text for a terminal: how the query was understood, and a table of the hits. */
export function formatProducts({ hits, query_understanding: understood }: ProductAnswer): string {
  const rows = hits.map(({ id, title, width, price }) => [id, title, width, price.toFixed(2)]);
  const corrections = understood.corrections.map(({ from, to }) => `"${from}" is read as "${to}"`);
  const constraints = understood.constraints.map(
    ({ text, field, op, value, unit }) =>
      `"${text}" is read as ${field} ${op} ${value}${unit === null ? '' : ` ${unit}`}`,
  );
  return [...corrections, ...constraints, formatTable(columns, rows)].join('\n');
}
