import { type ParseOptions } from '../../../src/domain/documents/parse-job';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { documentsDetail } from '../family';
import { acceptParseJob } from '../../../src/services/documents/parse-jobs/accept';
import {
  readParseChunks,
  readParseJob,
  type ParseChunksPage,
  type ParseJobReading,
  type StoredChunks,
} from '../../../src/services/documents/parse-jobs/read';
import { removeParseJob } from '../../../src/services/documents/parse-jobs/remove';
import { parseDocumentBody } from './documents/schema';
import { presentAcceptedParseJob, presentParseJob, presentParseJobs } from './present';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';
import {
  acceptedParseJob,
  listParseJobsQuery,
  parseChunksPage,
  parseChunksQuery,
  parseJobList,
  parseJobParams,
  parseJobQuery,
  parseJobResource,
  parseSpreadsheetBody,
} from './schema';
import { Readable } from 'node:stream';

const tag = 'Parsing';
const acceptErrors = [
  'invalid_input',
  'upload_not_found',
  'upload_expired',
  'download_failed',
  'unsupported_file_type',
  'insufficient_credits',
  'too_many_parse_jobs',
  'parse_capacity',
  'parse_unavailable',
] as const;

/** Routes for parse jobs: spreadsheets and documents are parsed into chunks. */
export function parseJobRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v3/parse/spreadsheets',
      family: documentsDetail,
      operationId: 'parseSpreadsheet',
      tag,
      summary: 'Parse a spreadsheet',
      description:
        'Parses an XLSX, XLSM, XLSB, XLS, ODS, CSV or TSV file of up to 100 MB as a job, without storing it in a ' +
        'collection. A link is requested once: its first bytes decide the answer, and the rest is copied ' +
        'right after it. A server that has not sent them within four seconds has 30 seconds; the job shows ' +
        'what becomes of it. The credits of the estimated size are held until the job ends; failed and ' +
        'cancelled jobs are free.',
      access: 'index',
      body: parseSpreadsheetBody,
      idempotent: { idPrefix: ID_PREFIX.parseJob },
      responses: {
        202: { description: 'Accepted; `status_url` tells how it goes.', schema: acceptedParseJob },
      },
      errors: acceptErrors,
      async handle({ body, caller, newId, repeated, signal, log }) {
        const options: ParseOptions = {
          type: 'spreadsheet',
          includeTagsSummary: body.include_tags_summary,
          includeImages: body.include_images,
          includeVerifiedFacts: body.include_verified_facts,
          includeHiddenSheets: body.include_hidden_sheets,
        };
        const request = { jobId: newId, repeated, input: body.input, options, signal, log };
        const job = await acceptParseJob(deps, caller, request);
        return { status: 202, body: presentAcceptedParseJob(job, 'spreadsheet') };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/parse/documents',
      family: documentsDetail,
      operationId: 'parseDocument',
      tag,
      summary: 'Parse a document',
      description:
        'Reads any file that indexing reads, of up to 100 MB, into chunks with pages and regions, page texts ' +
        'and Markdown, as a job, without storing it in a collection. Attachments of a message are read too; a ' +
        'recording is read where a transcriber is configured. A spreadsheet fails: it has a route of its own. ' +
        'The price is that of indexing. That of a page is held at once, all of it when the file is read; ' +
        'failed and cancelled jobs are free.',
      access: 'index',
      body: parseDocumentBody,
      idempotent: { idPrefix: ID_PREFIX.parseJob },
      responses: {
        202: { description: 'Accepted; `status_url` tells how it goes.', schema: acceptedParseJob },
      },
      errors: acceptErrors,
      async handle({ body, caller, newId, repeated, signal, log }) {
        const options: ParseOptions = {
          type: 'document',
          includeTagsSummary: body.include_tags_summary,
          processingType: body.processing_type,
          ocrLanguage: body.ocr_language,
          transcriptionLanguage: body.transcription_language ?? null,
        };
        const request = { jobId: newId, repeated, input: body.input, options, signal, log };
        const job = await acceptParseJob(deps, caller, request);
        return { status: 202, body: presentAcceptedParseJob(job, 'document') };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs',
      family: documentsDetail,
      operationId: 'listParseJobs',
      tag,
      summary: 'List parse jobs',
      description:
        "Parse jobs of the key's environment, newest first, without their chunks. Jobs are kept for 30 days " +
        'after their end, results for 24 hours.',
      access: 'index',
      query: listParseJobsQuery,
      responses: { 200: { description: 'A page of jobs.', schema: parseJobList } },
      errors: [],
      async handle({ caller, query: { status: state, cursor: after = null, limit, from, to } }) {
        const page = await deps.stores.parseJobs.list(caller, { state, from, to, after, limit });
        return { status: 200, body: presentParseJobs(page.jobs, limit, page.next) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id',
      family: documentsDetail,
      operationId: 'getParseJob',
      tag,
      summary: 'Get a parse job',
      description:
        'State, progress and, once completed, the result: inline up to 1 MiB, else through `result_url` or ' +
        'the chunks route. It is kept for 24 hours; afterwards, or when it was deleted, the answer is 410 ' +
        'with what remains known in `details`.',
      access: 'index',
      params: parseJobParams,
      query: parseJobQuery,
      responses: { 200: { description: 'The job.', schema: parseJobResource } },
      errors: ['parse_job_not_found', 'parse_result_expired'],
      async handle({ caller, params, query: { wait: waitMs = 0 }, signal }) {
        return replyWithJob(await readParseJob(deps, caller, params.job_id, { waitMs, signal }));
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id/chunks',
      family: documentsDetail,
      operationId: 'listParseJobChunks',
      tag,
      summary: 'List the chunks of a parse job',
      description: 'In the order of the file.',
      access: 'index',
      params: parseJobParams,
      query: parseChunksQuery,
      responses: { 200: { description: 'A page of chunks.', schema: parseChunksPage } },
      errors: ['parse_job_not_found', 'job_not_finished', 'parse_result_expired'],
      async handle({ caller, params: { job_id: jobId }, query: { cursor: first, limit: count } }) {
        const page = await readParseChunks(deps, caller, jobId, { first, count });
        return replyWithChunks(jobId, page, count);
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v3/parse/jobs/:job_id',
      family: documentsDetail,
      operationId: 'deleteParseJob',
      tag,
      summary: 'Cancel a parse job or delete its result',
      description:
        'A job that has not ended is cancelled and free. Of one that has ended the result is deleted; its ' +
        'state and what was billed stay. Safe to repeat.',
      access: 'index',
      params: parseJobParams,
      responses: { 200: { description: 'The job afterwards.', schema: parseJobResource } },
      errors: ['parse_job_not_found'],
      async handle({ caller, params, log }) {
        const job = await removeParseJob(deps, caller, params.job_id, log);
        return { status: 200, body: { ...presentParseJob(job, null), chunks: null } };
      },
    }),
  ];
}

const headers = { 'Content-Type': 'application/json; charset=utf-8' };

/** The answer with a parse job. The chunks of a small result are streamed into it. */
function replyWithJob({ job, link, chunks }: ParseJobReading): RouteReply {
  const body = presentParseJob(job, link);
  if (chunks !== null) return { status: 200, body: withChunks(body, chunks), headers };
  return { status: 200, body: { ...body, chunks: null, chunks_truncated: link !== null } };
}

/** The answer with a page of the chunks of a job. */
function replyWithChunks(jobId: string, { chunks, next }: ParseChunksPage, limit: number): RouteReply {
  const body = { job_id: jobId, limit, next_cursor: next };
  if (chunks === null) return { status: 200, body: { ...body, chunks: [] } };
  return { status: 200, body: withChunks(body, chunks), headers };
}

/** Inserts stored chunks into a body. The chunks are streamed as bytes, in any number. */
function withChunks(body: object, chunks: StoredChunks): Readable {
  const head = JSON.stringify(body).slice(0, -1);
  return Readable.from(
    (async function* () {
      yield `${head},"chunks":[`;
      yield* chunks;
      yield ']}';
    })(),
    { objectMode: false },
  );
}
