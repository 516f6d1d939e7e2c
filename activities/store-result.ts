import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Activities } from '../src/domain/activities';
import { type ChunkOffset, parseBlobs, type ParsePart, type ParseTotals } from '../src/domain/parse-job';
import { chunkSeparator, resultHead, resultTail } from '../src/domain/parse-result';
import { type ActivityDeps } from './deps';
import { type HeldJob, holdJob } from './held-job';

/** Joins the parts of a job into its result, one JSON object that is downloaded whole and paged by byte ranges. */
export function createStoreResult(deps: ActivityDeps): Pick<Activities, 'storeResult'> {
  const { blobs, parseJobs } = deps;

  async function* joined(jobId: string, parts: readonly FilledPart[]): AsyncGenerator<Buffer | string> {
    yield resultHead(jobId);
    for (const [index, part] of parts.entries()) {
      if (index > 0) yield chunkSeparator;
      yield* (await blobs.read(part.key)).stream as AsyncIterable<Buffer>;
    }
    yield resultTail;
  }

  return {
    async storeResult({ jobId }) {
      const held = await holdJob(deps, jobId, 'storing');
      const keys = parseBlobs(jobId);
      const totals = held.job.totals ?? (await store(held));
      await blobs.deletePrefix(keys.partsPrefix);
      await blobs.delete([keys.input]);
      return totals;
    },
  };

  async function store({ job, writer, written, whileAlive }: HeldJob): Promise<ParseTotals> {
    const parts = job.parts.filter(hasChunks);
    const totals = totalsOf(job.parts);
    await whileAlive(
      () => job.progress,
      async (signal) => {
        const body = Readable.from(joined(job._id, parts), { objectMode: false });
        const key = parseBlobs(job._id).result(randomUUID());
        const { byteSize } = await blobs.put(key, body, { contentType: 'application/json', signal });
        const result = { key, byteSize, pages: resultPages(job._id, parts) };
        await written(parseJobs.noteResult(job._id, writer, result, totals));
      },
    );
    return totals;
  }
}

/** Offsets within the result: those of each part, moved behind the ones before it. */
function resultPages(jobId: string, parts: readonly ParsePart[]): ChunkOffset[] {
  let start = Buffer.byteLength(resultHead(jobId));
  const pages: ChunkOffset[] = [];
  for (const part of parts) {
    for (const { chunk, offset } of part.pages) pages.push({ chunk, offset: start + offset });
    start += part.byteSize + chunkSeparator.length;
  }
  return pages;
}

type FilledPart = ParsePart & { key: string };

function hasChunks(part: ParsePart): part is FilledPart {
  return part.key !== null;
}

function totalsOf(parts: readonly ParsePart[]): ParseTotals {
  const sum = (field: 'chunks' | 'figures' | 'characters') =>
    parts.reduce((total, part) => total + part[field], 0);
  const sheets = parts.at(-1)?.nextSheet ?? 0;
  return { sheets, chunks: sum('chunks'), figures: sum('figures'), characters: sum('characters') };
}
