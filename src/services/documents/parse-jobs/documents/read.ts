import { Readable } from 'node:stream';
import { type DocumentPage } from '../../../../domain/documents/document-chunk';
import { type DocumentFiles } from '../../../../domain/documents/parsed-pages';
import { type Caller } from '../../../../domain/platform/caller';
import { type ParseJobWithPages } from '../../../../stores/documents/parse-jobs/parse-job-kind';
import { linesOf } from '../../../../streams/lines';
import { type ServiceDeps } from '../../../deps';
import { findParseResult, openResultBlob, resultExpired } from '../read';

type ReadDeps = Pick<ServiceDeps, 'blobs' | 'stores'>;

/** Markdown of a parsed document, which is read while the answer is sent. */
export interface MarkdownReading {
  /** Name of the parsed file; null for none. */
  filename: string | null;
  markdown: Readable;
}

/** Pages of a parsed document, which are read while the answer is sent. */
export interface PagesReading {
  pages: AsyncGenerator<DocumentPage, undefined>;
  /** Number of all pages; 0 in formats without pages. */
  total: number;
}

/**
 * Opens the Markdown of a parsed document.
 *
 * @throws Refusal `parse_job_not_found`, `parse_type_mismatch`, `job_not_finished`,
 * `parse_job_without_result`, `parse_result_expired`
 */
export async function readParseMarkdown(
  deps: ReadDeps,
  caller: Caller,
  jobId: string,
): Promise<MarkdownReading> {
  const { job, files } = await findDocument(deps, caller, jobId);
  return { filename: job.filename, markdown: await openResultBlob(deps, job, files.markdown.key) };
}

/**
 * Opens the pages of a parsed document, from page `first` of the result on.
 *
 * @throws Refusal as {@link readParseMarkdown}
 */
export async function readParsePages(
  deps: ReadDeps,
  caller: Caller,
  jobId: string,
  first: number,
): Promise<PagesReading> {
  const { job, files } = await findDocument(deps, caller, jobId);
  const total = files.pages?.count ?? 0;
  if (files.pages === null || first >= total) return { pages: pagesOf(Readable.from([]), 0), total };
  const { key, byteSize, offsets } = files.pages;
  const place = offsets.findLast(({ chunk }) => chunk <= first)!;
  const stream = await openResultBlob(deps, job, key, { start: place.offset, end: byteSize - 1 });
  return { pages: pagesOf(stream, first - place.chunk), total };
}

async function findDocument(
  deps: ReadDeps,
  caller: Caller,
  jobId: string,
): Promise<{ job: ParseJobWithPages; files: DocumentFiles }> {
  const job = await findParseResult(deps, caller, jobId, 'document');
  const files = job.result?.documentFiles;
  if (files === undefined) throw resultExpired(job);
  return { job, files };
}

async function* pagesOf(stream: Readable, linesBefore: number): AsyncGenerator<DocumentPage, undefined> {
  let skipped = 0;
  try {
    for await (const line of linesOf(stream))
      if (skipped++ >= linesBefore) yield JSON.parse(line) as DocumentPage;
  } finally {
    stream.destroy();
  }
  return undefined;
}
