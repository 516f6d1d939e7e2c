import { randomUUID } from 'node:crypto';
import { type ParseJobRef } from '../../../src/domain/documents/activities';
import {
  type ChunkFile,
  type ChunkOffset,
  parseBlobs,
  type ParsePart,
  type ParseTotals,
} from '../../../src/domain/documents/parse-job';
import { chunkSeparator, resultHead, resultTail } from '../../../src/domain/documents/parse-result';
import { type DocumentFiles } from '../../../src/domain/documents/parsed-pages';
import { type TableFiles } from '../../../src/domain/documents/parsed-table';
import { type ByteRange } from '../../../src/blobs';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ActivityDeps } from '../../deps';
import { type ParseJobLease, leaseParseJob } from './parse-job-lease';

export type StoreResultDeps = Pick<ActivityDeps, 'blobs' | 'parseJobs'>;

/**
 * Joins the parts of a job into its result: one JSON object, downloaded as a whole and paged by byte ranges.
 */
export async function storeResult(deps: StoreResultDeps, { jobId }: ParseJobRef): Promise<ParseTotals> {
  const held = await leaseParseJob(deps, jobId, 'storing');
  const { partsPrefix, input } = parseBlobs(jobId);
  const { totals, progress } = held.job;
  return held.whileAlive(
    () => progress,
    async (signal) => {
      const stored = totals ?? (await store(deps, held, signal));
      await Promise.all([deps.blobs.deletePrefix(partsPrefix), deps.blobs.delete([input])]);
      return stored;
    },
  );
}

async function store(
  { blobs, parseJobs }: StoreResultDeps,
  { job, writer, written }: ParseJobLease,
  signal: AbortSignal,
): Promise<ParseTotals> {
  const files = chunkFiles(job);
  const token = randomUUID();
  const key = parseBlobs(job._id).result(token);
  const separated = files
    .map(pieceOf)
    .flatMap((piece, index) => (index === 0 ? [piece] : [chunkSeparator, piece]));
  const pieces = [resultHead(job._id, job.options.type), ...separated, resultTail];
  const byteSize = await blobs.join(key, pieces, { contentType: 'application/json', signal });
  const tableFiles = await joinTableFiles(blobs, job, token, signal);
  const documentFiles = await joinDocumentFiles(blobs, job, token, signal);
  const result = {
    key,
    byteSize,
    pages: resultPages(job, files),
    ...(tableFiles === undefined ? {} : { tableFiles }),
    ...(documentFiles === undefined ? {} : { documentFiles }),
  };
  const totals = totalsOf(job.parts);
  await written(parseJobs.saveResult(job._id, writer, result, totals));
  return totals;
}

/**
 * Joins the tables and the values of the parts; their lines follow one another without a separator. None
 * where a version without tables has stored some of the parts.
 */
async function joinTableFiles(
  blobs: StoreResultDeps['blobs'],
  { _id: jobId, parts }: ParseJobRow,
  token: string,
  signal: AbortSignal,
): Promise<TableFiles | undefined> {
  if (parts.some(({ tableFiles }) => tableFiles === undefined)) return undefined;
  const keys = parseBlobs(jobId);
  const join = (to: string, files: readonly { key: string }[]) =>
    blobs.join(to, files, { contentType: 'application/x-ndjson', signal });

  const tables = parts.flatMap(({ tableFiles }) => tableFiles?.tables ?? []);
  const values = parts.flatMap(({ tableFiles }) => tableFiles?.values ?? []);
  const pages: ChunkOffset[] = [];
  let start = 0;
  for (const file of values) {
    for (const { chunk, offset } of file.pages) pages.push({ chunk, offset: start + offset });
    start += file.byteSize;
  }
  const [tablesKey, valuesKey] = [keys.tables(token), keys.values(token)];
  const count = tables.reduce((sum, file) => sum + file.count, 0);
  return {
    tables: count === 0 ? null : { key: tablesKey, byteSize: await join(tablesKey, tables), count },
    values: values.length === 0 ? null : { key: valuesKey, byteSize: await join(valuesKey, values), pages },
  };
}

/** Moves the Markdown and the pages of a document out of the folder of parts. None for a spreadsheet. */
async function joinDocumentFiles(
  blobs: StoreResultDeps['blobs'],
  { _id: jobId, parts }: ParseJobRow,
  token: string,
  signal: AbortSignal,
): Promise<DocumentFiles | undefined> {
  const files = parts[0]?.document?.files;
  if (files === undefined) return undefined;
  const keys = parseBlobs(jobId);
  const [markdown, pages] = [
    { key: keys.markdown(token) },
    files.pages && { ...files.pages, key: keys.pages(token) },
  ];
  await blobs.join(markdown.key, [{ key: files.markdown.key }], {
    contentType: 'text/markdown; charset=utf-8',
    signal,
  });
  if (pages !== null)
    await blobs.join(pages.key, [{ key: files.pages!.key }], { contentType: 'application/x-ndjson', signal });
  return { markdown, pages };
}

/** Offsets within the result: those of each part, shifted by the parts before it. */
function resultPages({ _id: jobId, options }: ParseJobRow, files: readonly ChunkFile[]): ChunkOffset[] {
  let start = Buffer.byteLength(resultHead(jobId, options.type));
  const pages: ChunkOffset[] = [];
  for (const file of files) {
    for (const { chunk, offset } of file.pages) pages.push({ chunk, offset: start + offset });
    start += file.byteSize + chunkSeparator.length;
  }
  return pages;
}

/** Blobs of the result: the parts, or their described form. */
function chunkFiles({ options, parts, described }: ParseJobRow): ChunkFile[] {
  return options.includeTagsSummary
    ? described
    : parts.filter((part): part is ParsePart & ChunkFile => part.key !== null);
}

function pieceOf({ key, start, byteSize }: ChunkFile): { key: string; range: ByteRange } {
  return { key, range: { start, end: start + byteSize - 1 } };
}

function totalsOf(parts: readonly ParsePart[]): ParseTotals {
  const sum = (field: 'chunks' | 'figures' | 'characters') =>
    parts.reduce((total, part) => total + part[field], 0);
  const sheets = parts.at(-1)?.nextSheet ?? 0;
  const totals = { sheets, chunks: sum('chunks'), figures: sum('figures'), characters: sum('characters') };
  const document = parts[0]?.document;
  if (document === undefined) return totals;
  const { documents, pages, credits } = document;
  return { ...totals, document: { documents, pages, credits } };
}
