import { Readable } from 'node:stream';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { MASKING_REPORT_PARTS } from '../../../src/domain/documents/masking';
import { type MaskedFileRow } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';
import { type AnyRoute, defineRoute } from '../../http/route';
import { documentsError } from '../family';
import { readDocumentReport, readMaskingReport } from '../../../src/services/documents/masking-reports/read';
import { openFileReport, type ReportPlace } from '../../../src/services/documents/masking-reports/read-file';
import { removeReport } from '../../../src/services/documents/masking-reports/remove';
import { fileReportBody, presentMaskedFile, presentMaskingReport, type ReportLinks } from './present';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { documentParams } from '../documents/query-schema';
import { indexJobParams } from '../index-jobs/schema';
import {
  documentReportQuery,
  deletedMaskingReport,
  type DeletedMaskingReport,
  fileMaskingReport,
  fileReportParams,
  fileReportQuery,
  maskedFile,
  maskingReport,
  maskingReportQuery,
} from './schema';
import { type SentSignature, signPath, verifyPath } from '../../../src/signing/signed-path';

const tag = 'Jobs';
const unkeptReport = ['pii_report_not_found', 'job_not_finished', 'pii_report_deleted'] as const;
const unkept = ['job_not_found', ...unkeptReport] as const;
const bodyHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** Routes for masking reports: read, delete, and the reports of single files behind signed links. */
export function maskingReportRoutes(deps: ApiDeps): AnyRoute[] {
  const { PUBLIC_URL, SIGNING_KEY } = deps.config;
  const signingKey = Buffer.from(SIGNING_KEY, 'base64');

  function linksOf(
    { jobId, file, rollbacks }: MaskedFileRow,
    wanted: Pick<ReportPlace, 'values' | 'near'>,
    expiresAt: Date,
  ): ReportLinks | null {
    if (rollbacks !== undefined) return null;
    const [document, chunks] = MASKING_REPORT_PARTS.map(
      (part) => PUBLIC_URL + signReportPath(signingKey, { jobId, file, part, ...wanted }, expiresAt),
    );
    return { document: document!, chunks: chunks!, expiresAt };
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v2/jobs/:job_id/pii',
      family: documentsError,
      operationId: 'getMaskingReport',
      tag,
      summary: 'Get the masking report of a job',
      description:
        'How the files of a job with `mask_pii` were masked, for 30 days. The links work for five minutes ' +
        'without a key.',
      access: 'read',
      params: indexJobParams,
      query: maskingReportQuery,
      responses: { 200: { description: 'The report.', schema: maskingReport } },
      errors: unkept,
      async handle({ caller, params, query }) {
        const {
          files_limit: limit,
          files_cursor: cursor,
          include_values: values,
          include_near: near,
        } = query;
        if (values) requireIndex(caller);
        const after = cursor === undefined ? -1 : Number(cursor);
        const read = await readMaskingReport(deps, caller, params.job_id, { after, limit });
        const { job, endsAt, next } = read;
        const files = read.files.map((row) =>
          presentMaskedFile(row, linksOf(row, { values, near }, read.linksEndAt)),
        );
        const nextCursor = next === null ? null : String(next);
        return { status: 200, body: presentMaskingReport(job, { endsAt, files, limit, nextCursor }) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/jobs/:job_id/pii',
      family: documentsError,
      operationId: 'deleteMaskingReport',
      tag,
      summary: 'Delete the masking report of a job',
      description: 'Removes it for good; links to it end at once. The documents stay masked.',
      access: 'index',
      params: indexJobParams,
      responses: { 200: { description: 'What was deleted.', schema: deletedMaskingReport } },
      errors: unkept,
      async handle({ caller, params }) {
        const now = new Date();
        const objects = await removeReport(deps, caller, params.job_id, now);
        const body = { job_id: params.job_id, deleted_at: now.toISOString(), objects_deleted: objects };
        return { status: 200, body: body satisfies DeletedMaskingReport };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/collections/:collection_name/documents/:document_id/pii',
      family: documentsError,
      operationId: 'getDocumentMaskingReport',
      tag: 'Documents',
      summary: 'Read the masking report of a document',
      description: 'How the job that has written the document masked its file, attachments included.',
      access: 'read',
      params: documentParams,
      query: documentReportQuery,
      responses: { 200: { description: 'The report of the file.', schema: maskedFile } },
      errors: ['document_not_found', ...collectionErrors, ...unkeptReport],
      async handle({ caller, params, query: { include_values: values, include_near: near } }) {
        if (values) requireIndex(caller);
        const named = { collectionName: params.collection_name, documentId: params.document_id };
        const { file, linksEndAt } = await readDocumentReport(deps, caller, named);
        return { status: 200, body: presentMaskedFile(file, linksOf(file, { values, near }, linksEndAt)) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/r/:job_id/:file/:part',
      family: documentsError,
      operationId: 'getFileMaskingReport',
      tag,
      summary: 'Read the masking report of a file by its signed link',
      description: 'Tags and offsets, text by text. Links come from the report of the job.',
      access: 'public',
      params: fileReportParams,
      query: fileReportQuery,
      responses: { 200: { description: 'The report of the file.', schema: fileMaskingReport } },
      errors: ['invalid_signature', 'link_expired', 'pii_report_deleted'],
      async handle({ params: { job_id: jobId, file, part }, query }) {
        const { values, near, expires = '', sig = '' } = query;
        const place = { jobId, file, part, values, near };
        if (!verifyReportPath(signingKey, place, { expires, sig }))
          throw new Refusal<DocumentErrorCode>('invalid_signature');
        if (Number(expires) * 1_000 <= Date.now()) throw new Refusal<DocumentErrorCode>('link_expired');
        const body = fileReportBody(await openFileReport(deps, place));
        return { status: 200, body: Readable.from(body, { objectMode: false }), headers: bodyHeaders };
      },
    }),
  ];
}

/** @throws Refusal `permission_denied` for a key that may only query */
function requireIndex({ permissions }: Caller): void {
  if (!permissions.includes('index'))
    throw new Refusal('permission_denied', { details: { required: 'index' } });
}

/** Path and query of a link to a report of a file, which works without an API key. */
function signReportPath(signingKey: Uint8Array, place: ReportPlace, expiresAt: Date): string {
  return signPath(signingKey, pathOf(place), expiresAt);
}

/** Whether the service has signed exactly this link. Does not check the expiry. */
function verifyReportPath(signingKey: Uint8Array, place: ReportPlace, sent: SentSignature): boolean {
  return verifyPath(signingKey, pathOf(place), sent);
}

function pathOf({ jobId, file, part, values, near }: ReportPlace): string {
  const wanted = [...(values ? ['values=true'] : []), ...(near ? ['near=true'] : [])];
  return `/r/${jobId}/${file}/${part}${wanted.length === 0 ? '' : `?${wanted.join('&')}`}`;
}
