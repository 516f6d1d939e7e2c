import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ReadyUpload } from '../../../src/stores/platform/uploads';
import { verifyUploadPath } from '../../../src/signing/upload-url';
import { type ApiDeps } from '../../deps';
import { fileIdOf, presentAnnouncedUpload, presentUpload, presentUploadedFile } from './present';
import { type Grant } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  announcedUpload,
  announceUploadBody,
  receivedUpload,
  uploadedFile,
  uploadForm,
  uploadLinkQuery,
  uploadParams,
  uploadResource,
} from './schema';
import { receiveForm } from './receive-form';
import { type ReceiveDeps, receivePut } from './receive-put';
import { announceUpload } from '../../../src/services/platform/uploads/announce';
import { deleteUpload } from '../../../src/services/platform/uploads/delete';
import { findUpload } from '../../../src/services/platform/uploads/find';

const tag = 'Uploads';

/** Routes for uploads: files sent in one form, or announced and then sent to a link. */
export function uploadRoutes<Access extends string>(
  deps: ApiDeps & ReceiveDeps,
  { family, access }: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
  const signingKey = Buffer.from(deps.config.SIGNING_KEY, 'base64');

  return [
    defineRoute({
      method: 'post',
      path: '/v3/parse/uploads',
      family,
      operationId: 'uploadSpreadsheet',
      tag,
      summary: 'Upload a spreadsheet',
      description:
        'An XLSX, XLSM, XLSB, XLS, ODS, CSV or TSV file of up to 100 MB as the only part, `file`, of a form. The ' +
        'content decides the type, not the name. It is kept for 24 hours for any number of jobs, and not ' +
        'billed.',
      access,
      body: 'stream',
      requestContentTypes: { 'multipart/form-data': uploadForm },
      responses: { 200: { description: 'The file is there.', schema: uploadedFile } },
      errors: ['unsupported_file_type', 'empty_file', 'file_too_large', 'unsupported_media_type'],
      async handle({ caller, ctx, signal, log }) {
        const uploadId = newId(ID_PREFIX.upload);
        const row = await receiveForm(deps, { tenant: caller, uploadId, request: ctx.req, signal, log });
        return { status: 200, body: presentUploadedFile(row as ReadyUpload) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/uploads',
      family,
      operationId: 'announceUpload',
      tag,
      summary: 'Announce an upload',
      description:
        'For large files and for clients that must not see an API key: a link that takes exactly ' +
        '`byte_size` bytes by PUT within 15 minutes. A body that breaks off can be sent again from its ' +
        'beginning.',
      access,
      body: announceUploadBody,
      responses: { 201: { description: 'Announced; the bytes are still to come.', schema: announcedUpload } },
      errors: ['empty_file', 'file_too_large'],
      async handle({ caller, body }) {
        const { filename, content_type: contentType, byte_size: byteSize } = body;
        const { row, url } = await announceUpload(deps, caller, { filename, contentType, byteSize });
        return { status: 201, body: presentAnnouncedUpload(row, url) };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/u/:upload_id',
      family,
      operationId: 'receiveUpload',
      tag,
      summary: 'Send the bytes of an announced upload',
      description:
        'Sent to the `upload_url` of an announcement, which needs no key. The body is the file as it is, ' +
        'with or without `Content-Length`. When several arrive at once the first whole one is taken.',
      access: 'public',
      params: uploadParams,
      query: uploadLinkQuery,
      body: 'stream',
      responses: { 200: { description: 'The file is there.', schema: receivedUpload } },
      errors: [
        'upload_length_mismatch',
        'invalid_signature',
        'upload_unknown',
        'upload_already_finished',
        'upload_url_expired',
        'service_unavailable',
      ],
      async handle({ params: { upload_id: uploadId }, query: { expires = '', sig = '' }, ctx, signal, log }) {
        if (!verifyUploadPath(signingKey, { uploadId, expires, sig }))
          throw new Refusal<PlatformErrorCode>('invalid_signature');
        if (Number(expires) * 1_000 <= Date.now()) throw new Refusal<PlatformErrorCode>('upload_url_expired');
        const { _id } = await receivePut(deps, { uploadId, request: ctx.req, signal, log });
        return { status: 200, body: { file_id: fileIdOf(_id), state: 'ready' } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/uploads/:upload_id',
      family,
      operationId: 'getUpload',
      tag,
      summary: 'Get an upload',
      description: 'An expired upload is remembered for seven days.',
      access,
      params: uploadParams,
      responses: { 200: { description: 'The upload.', schema: uploadResource } },
      errors: ['upload_unknown'],
      async handle({ caller, params }) {
        return {
          status: 200,
          body: presentUpload(await findUpload(deps, caller, params.upload_id), new Date()),
        };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v3/uploads/:upload_id',
      family,
      operationId: 'deleteUpload',
      tag,
      summary: 'Delete an upload',
      description:
        'Removes the file, or the announcement with its link. Jobs that have copied the file continue.',
      access,
      params: uploadParams,
      responses: { 204: { description: 'Removed.' } },
      errors: ['upload_unknown'],
      async handle({ caller, params, log }) {
        await deleteUpload(deps, caller, params.upload_id, log);
        return { status: 204 };
      },
    }),
  ];
}
