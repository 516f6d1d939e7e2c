/** Custom metadata as the API has it: texts, numbers, booleans and lists of texts by key. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A pair of key and value as it is entered; the value is JSON, or a text as it is. */
export interface MetadataRow {
  id: number;
  key: string;
  value: string;
}

/** Rows of an editor. Texts that would be read as something else are written as JSON. */
export function rowsOf(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, value], id) => ({ id, key, value: textOf(value) }));
}

/** Metadata that rows stand for; rows without a key are left out. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  return Object.fromEntries(rows.flatMap(({ key, value }) => (key === '' ? [] : [[key, valueOf(value)]])));
}

/** Changes that turn one metadata into another: null for a key that goes. */
export function changesBetween(before: Metadata, after: Metadata): Metadata {
  const gone = Object.keys(before).filter((key) => !(key in after));
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
