import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type ChunkOffset, parseBlobs, type ParsePart } from '../src/domain/parse-job';
import { chunkSeparator } from '../src/domain/parse-result';
import { type ParsedPart } from '../src/parsing';
import { type ActivityDeps } from './deps';
import { type HeldJob } from './held-job';

/** A batch is stored when it has so many bytes, or when its first sheet waits so long: what a crash may cost. */
const batchBytesMin = 1024 * 1024;
const batchAgeMsMax = 1_000;
/** A workbook of ten thousand small sheets needs no more offsets than one sheet of the same size. */
const pageBytesMin = 256 * 1024;

/** Finished sheets on their way into the blob store; small ones travel together. */
export interface PartBatch {
  /** Takes a sheet and stores the batch when it is due. */
  add(sheet: ParsedPart): Promise<void>;
  /** Stores what waits; from then on it is never parsed again. */
  flush(): Promise<void>;
}

/** Where parsing goes on after the parts that are stored. */
export function resumeAfter(parts: readonly ParsePart[]): {
  sheetIndex: number;
  chunkIndex: number;
  rowsDone: number;
} {
  const last = parts.at(-1);
  return {
    sheetIndex: last?.nextSheet ?? 0,
    chunkIndex: last === undefined ? 0 : last.firstChunk + last.chunks,
    rowsDone: parts.reduce((rows, part) => rows + part.rows, 0),
  };
}

/** Batches the sheets of a held job, behind the parts that it has. */
export function createPartBatch(
  { blobs, parseJobs }: Pick<ActivityDeps, 'blobs' | 'parseJobs'>,
  held: HeldJob,
): PartBatch {
  const { _id: jobId, parts } = held.job;
  const keys = parseBlobs(jobId);
  let index = parts.length;
  let waiting: ParsedPart[] = [];
  let since = 0;

  async function storeChunks(sheets: readonly ParsedPart[]): Promise<string | null> {
    const [first, ...others] = sheets;
    if (first === undefined) return null;
    const key = keys.part(`${index}-${randomUUID()}`);
    if (others.length === 0) await blobs.putFile(key, first.path, { contentType: 'application/json' });
    else
      await blobs.put(key, Readable.from(joined(sheets), { objectMode: false }), {
        contentType: 'application/json',
      });
    return key;
  }

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    for (const { assetId, path, contentType } of waiting.flatMap((sheet) => sheet.assets)) {
      await blobs.putFile(keys.asset(assetId), path, { contentType });
    }
    const key = await storeChunks(waiting.filter((sheet) => sheet.chunkCount > 0));
    const warnings = waiting.flatMap((sheet) => sheet.warnings);
    await held.written(parseJobs.notePart(jobId, held.writer, index, partOf(key, waiting), warnings));
    index++;
    waiting = [];
  }

  return {
    async add(sheet) {
      if (waiting.length === 0) since = Date.now();
      waiting.push(sheet);
      const bytes = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
      if (bytes >= batchBytesMin || Date.now() - since >= batchAgeMsMax) await flush();
    },
    flush,
  };
}

async function* joined(sheets: readonly ParsedPart[]): AsyncGenerator<Buffer | string> {
  for (const [index, { path }] of sheets.entries()) {
    if (index > 0) yield chunkSeparator;
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  }
}

function partOf(key: string | null, sheets: readonly ParsedPart[]): ParsePart {
  const sum = (field: 'chunkCount' | 'figures' | 'characters' | 'rows') =>
    sheets.reduce((total, sheet) => total + sheet[field], 0);
  return {
    key,
    ...layout(sheets.filter((sheet) => sheet.chunkCount > 0)),
    firstChunk: sheets[0]!.chunkIndexFirst,
    chunks: sum('chunkCount'),
    figures: sum('figures'),
    characters: sum('characters'),
    rows: sum('rows'),
    nextSheet: sheets.at(-1)!.sheetIndex + 1,
  };
}

/** Size and offsets of the joined sheets. */
function layout(sheets: readonly ParsedPart[]): { byteSize: number; pages: ChunkOffset[] } {
  const pages: ChunkOffset[] = [];
  let start = 0;
  for (const sheet of sheets) {
    for (const { chunkIndex, offset } of sheet.pages) {
      const last = pages.at(-1);
      if (last === undefined || start + offset - last.offset >= pageBytesMin) {
        pages.push({ chunk: chunkIndex, offset: start + offset });
      }
    }
    start += sheet.bytes + chunkSeparator.length;
  }
  return { byteSize: Math.max(0, start - chunkSeparator.length), pages };
}
