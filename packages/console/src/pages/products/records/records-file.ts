/** A file of records in the form in which it is uploaded: one line of JSON for each record. */
export interface RecordsFile {
  /** JSON texts of the records, in the order of the file. */
  lines: readonly string[];
  /** Position of each record in the file. */
  places: readonly number[];
  /** Unit of the positions. */
  placeName: 'line' | 'record' | 'row';
  /** Sentences on how the file was converted, and on faults that were found before the upload. */
  notes: readonly string[];
}

/**
 * Reads a file of records: NDJSON, a JSON array, `{"records": […]}`, or CSV with a header line, plain or
 * gzip. NDJSON is passed on unchanged, so that the service validates each line.
 *
 * @throws Error with the reason why the file is none of these
 */
export async function readRecordsFile(file: File): Promise<RecordsFile> {
  const name = file.name.toLowerCase().replace(/\.gz$/, '');
  const { text, note } = await textOf(file);
  const notes = note === null ? [] : [note];
  if (name.endsWith('.csv') || name.endsWith('.tsv')) {
    const { readCsv } = await import('./read-csv');
    const csv = readCsv(text);
    return { ...csv, notes: [...notes, ...csv.notes] };
  }
  const isWhole = name.endsWith('.json') && /^\s*[[{]/.test(text);
  return { ...((isWhole ? readJson(text) : null) ?? readLines(text)), notes };
}

/** Records of a JSON text; null if it turns out to be NDJSON. */
function readJson(text: string): Omit<RecordsFile, 'notes'> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const firstLine = text.trim().split('\n', 1)[0] ?? '';
    if (isJson(firstLine)) return null;
    throw new Error(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const records = Array.isArray(value) ? value : recordsOf(value);
  if (records === null) throw new Error('The file has neither a list of records nor a member "records".');
  return {
    lines: records.map((record) => JSON.stringify(record)),
    places: records.map((_, at) => at + 1),
    placeName: 'record',
  };
}

function readLines(text: string): Omit<RecordsFile, 'notes'> {
  const all = text.split('\n').map((line, at) => ({ line: line.replace(/\r$/, ''), place: at + 1 }));
  const filled = all.filter(({ line }) => line.trim() !== '');
  return {
    lines: filled.map(({ line }) => line),
    places: filled.map(({ place }) => place),
    placeName: 'line',
  };
}

function recordsOf(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null || !('records' in value)) return null;
  return Array.isArray(value.records) ? value.records : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text of a file in UTF-8, or else in Windows-1252, which spreadsheets write. */
async function textOf(file: File): Promise<{ text: string; note: string | null }> {
  const bytes = await bytesOf(file);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      note: 'The file is not in UTF-8, and was read as Windows-1252: look at names with accents.',
    };
  }
}

async function bytesOf(file: File): Promise<ArrayBuffer> {
  if (!file.name.toLowerCase().endsWith('.gz')) return file.arrayBuffer();
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  } catch (error) {
    throw new Error('The file is no gzip, or is cut off.', { cause: error });
  }
}
