import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type ParseJobRef } from '../../../src/domain/documents/activities';
import {
  type ChunkFile,
  describeTriesMax,
  parseBlobs,
  type ParsePart,
} from '../../../src/domain/documents/parse-job';
import { chunkSeparator } from '../../../src/domain/documents/parse-result';
import { type DocumentChunk } from '../../../src/domain/documents/document-chunk';
import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { groupsOf } from '../../../src/bounded-groups';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { asFailure } from './failures';
import { type ParseJobLease, leaseParseJob } from './parse-job-lease';

/** Chunks of one call of the describer; the local one blocks the process for some milliseconds per chunk. */
const chunksPerCallMax = 16;
/** Number of described chunks, or time, after which a file of them is stored: the most that a crash loses. */
const chunksPerFileMax = 256;
const fileAgeMsMax = 10_000;

type StoredChunk = DocumentChunk | SpreadsheetChunk;

export type DescribeChunksDeps = Pick<ActivityDeps, 'blobs' | 'describer' | 'parseJobs'>;

/** Adds `tags` and `summary` to every chunk; a retry continues after the chunks that are stored. */
export async function describeChunks(deps: DescribeChunksDeps, { jobId }: ParseJobRef): Promise<void> {
  const held = await leaseParseJob(deps, jobId, 'describing');
  if (held.job.totals !== null) return;
  const { job, tries } = held;
  await boundedTries({ tries, triesMax: describeTriesMax, toFailure: asFailure }, () =>
    held.whileAlive(
      () => job.progress,
      (signal) => describe(deps, held, signal),
    ),
  );
}

/** The chunks from `first` on, in order, read line by line. */
async function* chunksFrom(
  { blobs }: DescribeChunksDeps,
  parts: readonly ParsePart[],
  first: number,
): AsyncGenerator<StoredChunk> {
  for (const { key, firstChunk, chunks, pages, start, byteSize } of parts) {
    if (key === null || firstChunk + chunks <= first) continue;
    const page = pages.findLast(({ chunk }) => chunk <= first) ?? pages[0]!;
    const { stream } = await blobs.read(key, {
      start: start + page.offset,
      end: start + byteSize - 1,
    });
    let index = page.chunk;
    try {
      for await (const line of createInterface({ input: stream })) {
        if (index++ >= first) yield JSON.parse(line.replace(/,$/, '')) as StoredChunk;
      }
    } finally {
      stream.destroy();
    }
  }
}

async function described(
  { describer }: DescribeChunksDeps,
  chunks: readonly StoredChunk[],
  signal: AbortSignal,
): Promise<string[]> {
  const seen = chunks.map((chunk) => ({
    text: chunk.text,
    headers: 'column_headers' in chunk ? chunk.column_headers : [],
  }));
  const descriptions = await describer.describe(seen, signal);
  return chunks.map((chunk, index) => JSON.stringify({ ...chunk, ...descriptions[index]! }));
}

async function describe(
  deps: DescribeChunksDeps,
  { job, writer, written }: ParseJobLease,
  signal: AbortSignal,
): Promise<void> {
  let files = job.described.length;
  let next = job.described.reduce((sum, file) => sum + file.chunks, 0);
  let lines: string[] = [];
  let since = Date.now();

  async function store(): Promise<void> {
    const file = {
      ...(await storeLines(deps, job._id, lines, signal)),
      start: 0,
      firstChunk: next,
      pages: [{ chunk: next, offset: 0 }],
    };
    await written(deps.parseJobs.saveDescribed(job._id, writer, files, file));
    files++;
    next += lines.length;
    lines = [];
    since = Date.now();
  }

  for await (const chunks of groupsOf(chunksFrom(deps, job.parts, next), chunksPerCallMax)) {
    lines.push(...(await described(deps, chunks, signal)));
    if (lines.length >= chunksPerFileMax || Date.now() - since >= fileAgeMsMax) await store();
  }
  if (lines.length > 0) await store();
}

async function storeLines(
  { blobs }: DescribeChunksDeps,
  jobId: string,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<Pick<ChunkFile, 'key' | 'byteSize' | 'chunks'>> {
  const key = parseBlobs(jobId).part(`described-${randomUUID()}`);
  const body = Readable.from([lines.join(chunkSeparator)]);
  const { byteSize } = await blobs.put(key, body, { contentType: 'application/json', signal });
  return { key, byteSize, chunks: lines.length };
}
