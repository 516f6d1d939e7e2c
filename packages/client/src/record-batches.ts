/** Size of one request; the service takes 50 MiB. */
const batchBytesMax = 48 * 2 ** 20;

/** Lines of NDJSON for one request. */
interface RecordBatch {
  text: string;
  /** Position of each line in the whole input, from 1. */
  places: number[];
  isLast: boolean;
}

/**
 * Splits records into batches of NDJSON with a limit of records and 48 MiB each. An empty input is one empty
 * batch.
 *
 * @param records objects, or lines without line ends; blank lines are skipped
 */
export async function* recordBatches(
  records: Iterable<object | string> | AsyncIterable<object | string>,
  batchSize: number,
): AsyncGenerator<RecordBatch, void, undefined> {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  let places: number[] = [];
  let bytes = 0;
  let place = 0;
  for await (const record of records) {
    place += 1;
    const line = typeof record === 'string' ? record.trim() : JSON.stringify(record);
    if (line === '') continue;
    const size = encoder.encode(line).byteLength + 1;
    if (lines.length >= batchSize || (lines.length > 0 && bytes + size > batchBytesMax)) {
      yield { text: joined(lines), places, isLast: false };
      lines = [];
      places = [];
      bytes = 0;
    }
    lines.push(line);
    places.push(place);
    bytes += size;
  }
  yield { text: joined(lines), places, isLast: true };
}

const joined = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
