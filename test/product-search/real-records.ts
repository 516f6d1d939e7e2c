import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(__dirname, '../../../shared/data/products');

const FILES = {
  magento: 'magento.ndjson',
  airports: 'airports.json',
  contacts: 'contacts.json',
  variants: 'variants_colors.json',
  judged: 'judged/products.ndjson',
} as const;

/** `describe` where the shared data exists, else a skipped one. */
export const withRealRecords = existsSync(folder) ? describe : describe.skip;

/** Real records, one of the sets of the shared data. */
export function realRecords(name: keyof typeof FILES): object[] {
  if (!existsSync(folder)) return [];
  const text = readFileSync(resolve(folder, FILES[name]), 'utf8');
  if (FILES[name].endsWith('.json')) return JSON.parse(text) as object[];
  return text.trim().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
}
