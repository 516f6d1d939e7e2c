/** Bytes of one request; the service takes 50 MiB. */
const batchBytesMax = 48 * 2 ** 20;

/** Lines of NDJSON that go in one request. */
interface RecordBatch {
  text: string;
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
  let bytes = 0;
  for await (const record of records) {
    const line = typeof record === 'string' ? record.trim() : JSON.stringify(record);
    if (line === '') continue;
    const size = encoder.encode(line).byteLength + 1;
    if (lines.length >= batchSize || (lines.length > 0 && bytes + size > batchBytesMax)) {
      yield { text: joined(lines), isLast: false };
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  yield { text: joined(lines), isLast: true };
}

const joined = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
