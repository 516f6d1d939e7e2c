import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseJobRef } from '../../../src/domain/documents/activities';
import { type DocumentParseOptions, parseBlobs } from '../../../src/domain/documents/parse-job';
import { parseTriesMax } from '../../../src/domain/documents/parse-lane';
import {
  type FileParseHooks,
  type FileParseRequest,
  type ParsedFile,
  type PictureLinks,
  Untranscribed,
} from '../../../src/parsing';
import { blobFolderKey } from '../../../src/signing/blob-url';
import { type ParseJobRow } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { withScratch } from '../../attempt/with-scratch';
import { type ActivityDeps } from '../../deps';
import { boundedTries } from '../bounded-tries';
import { readFile } from '../index-job/read-file';
import { assetUrlTtlMs } from './asset-url-ttl';
import { asFailure } from './failures';
import { leaseParseJob, type ParseJobLease } from './parse-job-lease';
import { storeDocument } from './store-document';
import { slowInputFailure, withPatience } from './with-patience';

/** Name of a file whose sender has told none. */
const nameless = 'file';

export type ParseDocumentDeps = Pick<
  ActivityDeps,
  | 'assetUrls'
  | 'blobs'
  | 'credits'
  | 'fileParser'
  | 'parseJobs'
  | 'scratchFolder'
  | 'smallFileParser'
  | 'transcription'
>;

/**
 * Reads a document, with the documents attached to it, into one part: chunks, pages, pictures and Markdown. A
 * recording is transcribed first.
 *
 * @param patienceMs time limit of an attempt, which then fails as `slow_input`; default none
 */
export async function parseDocument(
  deps: ParseDocumentDeps,
  { jobId }: ParseJobRef,
  patienceMs?: number,
): Promise<{ chunks: number }> {
  const held = await leaseParseJob(deps, jobId, 'parsing');
  const { job, tries } = held;
  // The run was reset after the result was stored, or an attempt ended behind its last write.
  const stored = job.totals ?? job.parts[0];
  if (stored !== undefined) return { chunks: stored.chunks };
  const toFailure = (error: unknown) => asFailure(error, tries);
  const chunks = await boundedTries({ tries, triesMax: parseTriesMax, toFailure }, () =>
    withScratch(deps.scratchFolder, 'parse-', (scratch) => parse(deps, held, scratch, patienceMs)),
  );
  return { chunks };
}

async function parse(
  deps: ParseDocumentDeps,
  held: ParseJobLease,
  scratch: string,
  patienceMs: number | undefined,
): Promise<number> {
  const { _id: jobId, options } = held.job;
  if (options.type !== 'document') throw new Error('the job parses no document');
  const workDirectory = join(scratch, 'work');
  await mkdir(workDirectory);
  const links = pictureLinks(deps, held.job);
  let pages: { pagesDone: number; pagesTotal: number | null } = { pagesDone: 0, pagesTotal: null };
  const read = patienceMs === undefined ? readFile : readQuickly;

  return held.whileAlive(
    () => ({ sheetsTotal: null, sheetsDone: 0, rowsDone: 0, ...pages }),
    withPatience(patienceMs, async (signal) => {
      const { input, transcript } = parseBlobs(jobId);
      const [{ contentType }, file] = await Promise.all([
        deps.blobs.stat(input),
        deps.blobs.localFile(input, scratch, signal),
      ]);
      try {
        const request: FileParseRequest = {
          path: file.path,
          filename: held.job.filename ?? nameless,
          contentType,
          workDirectory,
          options: parserOptions(options, links),
        };
        const parsed = await read(deps, request, transcript, {
          signal,
          onProgress: ({ pages: done, pagesTotal: total }) => {
            pages = { pagesDone: done, pagesTotal: total === 0 ? null : total };
          },
        });
        return await storeDocument(deps, held, parsed, { folder: scratch, links, options });
      } finally {
        await file.release();
      }
    }),
  );
}

type ReadArguments = readonly [request: FileParseRequest, transcriptKey: string, hooks: FileParseHooks];

/**
 * Reads a small file. A recording leaves the quick lane before it is transcribed, since a request that is
 * given up has to be paid all the same.
 */
async function readQuickly(
  { blobs, smallFileParser: fileParser, transcription }: ParseDocumentDeps,
  ...asked: ReadArguments
): Promise<ParsedFile> {
  try {
    return await readFile({ blobs, fileParser, transcription: null }, ...asked);
  } catch (error) {
    if (transcription === null || !(error instanceof Untranscribed)) throw error;
    throw slowInputFailure('A recording is transcribed in the other lane.');
  }
}

function parserOptions(
  { processingType, ocrLanguage, transcriptionLanguage }: DocumentParseOptions,
  markdown: PictureLinks,
): FileParseRequest['options'] {
  return {
    isText: false,
    ocrAllPages: processingType === 'advanced',
    parsingScript: null,
    language: transcriptionLanguage,
    ocrLanguage,
    transcriptPath: null,
    markdown,
    refusesWorkbooks: true,
  };
}

/** Links to pictures; all attempts make the same ones. */
function pictureLinks(
  { assetUrls }: ParseDocumentDeps,
  { _id: jobId, startedAt }: ParseJobRow,
): PictureLinks {
  const folder = parseBlobs(jobId).assetsPrefix;
  return {
    baseUrl: assetUrls.baseUrl,
    folder,
    folderKey: blobFolderKey(assetUrls.signingKey, folder),
    expiresAtMs: startedAt!.getTime() + assetUrlTtlMs,
  };
}
