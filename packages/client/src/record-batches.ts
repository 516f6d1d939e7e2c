/** Bytes of one request; the service takes 50 MiB. */
const batchBytesMax = 48 * 2 ** 20;

/** Lines of NDJSON that go in one request. */
interface RecordBatch {
  text: string;
  /** Place of each line among all that was given, from 1. */
  places: number[];
  isLast: boolean;
}

/**
 * Records as NDJSON, in batches of at most so many records and 48 MiB. No records are one empty batch.
 *
 * @param records objects, or lines without their ends; blank lines are left out
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
