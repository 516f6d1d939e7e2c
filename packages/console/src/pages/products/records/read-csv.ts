import Papa from 'papaparse';
import { type RecordsFile } from './records-file';

const notesMax = 20;

/**
 * Parses CSV with a header line into records. All values stay strings, since the build infers types from all
 * records and codes must keep their leading zeros. Empty cells are left out.
 */
export function readCsv(text: string): RecordsFile {
  const { data, errors, meta } = Papa.parse<Record<string, unknown>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
  });
  const faults = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
  const shown = faults
    .slice(0, notesMax)
    .map(({ row, message }) => (row === undefined ? `${message}.` : `Row ${row + 2}: ${message}.`));
  const more = faults.length - shown.length;
  return {
    lines: data.map((row) => JSON.stringify(recordOf(row, meta.fields ?? []))),
    // The header line is row 1.
    places: data.map((_, at) => at + 2),
    placeName: 'row',
    notes: [
      'CSV was converted to JSON in the browser: all values are sent as texts, from which the build infers types; empty cells are left out.',
      ...shown,
      ...(more > 0 ? [`${more} further rows have faults.`] : []),
    ],
  };
}

function recordOf(row: Record<string, unknown>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = row[name];
      return typeof value === 'string' && value !== '' && name !== '' ? [[name, value]] : [];
    }),
  );
}
