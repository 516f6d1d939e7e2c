/** Custom metadata in the format of the API: strings, numbers, booleans and lists of strings by key. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A key and a value as entered. The value is JSON, or plain text. */
export interface MetadataRow {
  id: number;
  key: string;
  value: string;
}

/** Rows of an editor. Strings that would be parsed as another type are quoted as JSON. */
export function rowsOf(metadata: Metadata): MetadataRow[] {
  return Object.entries(metadata).map(([key, value], id) => ({ id, key, value: textOf(value) }));
}

/** The metadata of rows; rows without a key are skipped. */
export function metadataOf(rows: readonly MetadataRow[]): Metadata {
  return Object.fromEntries(rows.flatMap(({ key, value }) => (key === '' ? [] : [[key, valueOf(value)]])));
}

/** Changes from one state of metadata to another; null removes a key. */
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
