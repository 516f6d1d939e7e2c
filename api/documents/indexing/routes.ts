import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type z } from 'zod';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { sentFilename } from '../../../src/domain/platform/filename';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import {
  type LinkSource,
  OBJECT_SCOPES,
  objectJobType,
  type ObjectScope,
} from '../../../src/domain/documents/index-source';
import { OBJECT_STORES, type ObjectStoreFamily } from '../../../src/domain/platform/object-store';
import { indexingPerMinuteMax, jsonBodyBytesMax, textBytesMax } from '../../../src/domain/platform/limits';
import { linkFilename } from '../../../src/net';
import { linkUri } from '../../../src/object-stores';
import { type ApiDeps } from '../../deps';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { type DocumentsFamily, documentsError } from '../family';
import { acceptIndexJob, type IndexRequest } from '../../../src/services/documents/index-jobs/accept';
import { readObjects } from './objects';
import { readIndexOptions } from './options';
import { type IncomingFile, storeOwnUpload } from '../../../src/services/documents/index-jobs/own-uploads';
import { type FileForm, receiveFileForm } from './receive-file-form';
import { resolveUploads } from '../../../src/services/documents/index-jobs/resolve-uploads';
import { type AnyRoute, defineRoute, type Route, type RouteReply, type RouteRequest } from '../../http/route';
import { collectionParams } from '../collections/schema';
import {
  acceptedIndexJob,
  type AcceptedIndexJob,
  indexFileForm,
  indexObjectsBody,
  type IndexObjectsFields,
  type IndexOptionFields,
  indexTextBody,
  indexUploadsBody,
  indexUrlBody,
} from './schema';

const tag = 'Indexing';

/**
 * Largest body with a text. Clients that escape all characters outside ASCII send two bytes of UTF-8 as six.
 */
const escapedTextBytesMax = 3 * textBytesMax + jsonBodyBytesMax;

interface Params {
  collection_name: string;
}

/** Routes that index files of all kinds into a collection, as jobs. */
export function indexingRoutes(deps: ApiDeps): AnyRoute[] {
  /** Declarations that these routes share. */
  const declared = (of: string, errors: readonly DocumentErrorCode[] = []) =>
    ({
      method: 'post',
      path: `/v2/collections/:collection_name/index/${of}`,
      family: documentsError,
      tag,
      access: 'index',
      params: collectionParams,
      quota: { name: 'indexing', scope: 'organization', count: indexingPerMinuteMax, seconds: 60 },
      idempotent: { idPrefix: ID_PREFIX.indexJob },
      responses: {
        202: {
          description: 'Accepted; `GET /v2/jobs/{job_id}` tells how it goes.',
          schema: acceptedIndexJob,
        },
      },
      errors: [
        'conflicting_options',
        'engine_does_not_support_custom_fields',
        'invalid_custom_metadata',
        'parsing_script_not_found',
        ...collectionErrors,
        'insufficient_credits',
        'indexing_unavailable',
        'search_index_missing',
        ...errors,
      ],
    }) as const satisfies Partial<Route<DocumentsFamily>>;

  async function accept<B>(
    { params, caller, newId, repeated, log }: RouteRequest<Params, unknown, B>,
    fields: IndexOptionFields,
    job: Pick<IndexRequest, 'type' | 'source'>,
  ): Promise<RouteReply> {
    await acceptIndexJob(deps, caller, {
      ...job,
      jobId: newId,
      repeated,
      log,
      collectionName: params.collection_name,
      options: readIndexOptions(fields),
    });
    return { status: 202, body: { job_id: newId, status: 'pending' } satisfies AcceptedIndexJob };
  }

  const objectRoute = (family: ObjectStoreFamily, scope: ObjectScope): AnyRoute =>
    defineRoute<DocumentsFamily, Params, unknown, IndexObjectsFields>({
      ...declared(scope === 'bucket' ? family : `${family}/${scope}`, ['jurisdiction_not_supported']),
      operationId: `index_${family}_${scope}`.replaceAll(/_(\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ),
      summary: `Index ${scopeNames[scope]} of ${familyNames[family]}`,
      description: '',
      body: indexObjectsBody(family, scope) as unknown as NonNullable<
        Exclude<Route<DocumentsFamily, Params, unknown, IndexObjectsFields>['body'], 'stream'>
      >,
      handle(request) {
        const { source, access } = readObjects(family, scope, request.body);
        return accept(request, request.body, {
          type: objectJobType(family, scope),
          source: () => Promise.resolve({ source, credentials: deps.sealer.seal(access, request.newId) }),
        });
      },
    });

  return [
    defineRoute({
      ...declared('url'),
      operationId: 'indexUrl',
      summary: 'Index links',
      description:
        'Up to 100 http or https links, with up to 5 redirects each. A link to a private address fails as ' +
        '`private_address`. A file is known by its link, in which credentials are shown as `REDACTED`.',
      body: indexUrlBody,
      handle: (request) =>
        accept(request, request.body, {
          type: 'index_url',
          source() {
            const links = (request.body.urls ?? [request.body.url!]).map(linkSource);
            return Promise.resolve({ source: { kind: 'links', links }, credentials: null });
          },
        }),
    }),

    defineRoute({
      ...declared('text'),
      operationId: 'indexText',
      summary: 'Index a text',
      description:
        'The text is known by its name, and by its content as the same or another one of that name.',
      body: indexTextBody,
      bodyBytesMax: escapedTextBytesMax,
      handle: (request) =>
        accept(request, request.body, {
          type: 'index_text',
          async source() {
            const file = textFile(request.body);
            const upload = await storeOwnUpload(deps, request.caller, file, request);
            return { source: { kind: 'uploads', uploads: [upload], own: true }, credentials: null };
          },
        }),
    }),

    defineRoute<DocumentsFamily, Params, unknown, FileForm>({
      ...declared('file', [
        'file_too_large',
        'malformed_json',
        'payload_too_large',
        'unsupported_media_type',
      ]),
      operationId: 'indexFile',
      summary: 'Index files of a form',
      description:
        'The form has 1 to 20 parts `files` and the options as fields, objects among them as JSON. ' +
        'A file is known by its name, and by its bytes as the same or another one of that name.',
      body: 'stream',
      requestContentTypes: { 'multipart/form-data': indexFileForm },
      receive: (request) => receiveFileForm(deps, request),
      handle: (request) =>
        accept(request, request.body.options, {
          type: 'index_file',
          source: () =>
            Promise.resolve({
              source: { kind: 'uploads', uploads: request.body.uploads, own: true },
              credentials: null,
            }),
        }),
    }),

    defineRoute({
      ...declared('uploads', ['upload_not_found', 'upload_expired']),
      operationId: 'indexUploads',
      summary: 'Index uploads',
      description: 'Uploads are copied when the job begins; afterwards they may be deleted.',
      body: indexUploadsBody,
      handle: (request) =>
        accept(request, request.body, {
          type: 'index_uploads',
          async source() {
            const uploads = await resolveUploads(deps.stores.uploads, request.caller, request.body.uploads);
            return { source: { kind: 'uploads', uploads, own: false }, credentials: null };
          },
        }),
    }),

    ...OBJECT_STORES.flatMap((family) => OBJECT_SCOPES.map((scope) => objectRoute(family, scope))),
  ];
}

const scopeNames = { bucket: 'all files', file: 'one file', directory: 'a folder' } as const;
const familyNames = {
  s3: 'an S3 bucket',
  gcs: 'a Google Cloud Storage bucket',
  azure: 'an Azure Blob container',
  r2: 'a Cloudflare R2 bucket',
  s3compatible: 'a server that speaks the protocol of S3',
} as const;

/** The source of a link: its normalised form, and a file name until the server gives one. */
function linkSource(url: string): LinkSource {
  return { url, uri: linkUri(url)!, filename: linkFilename(url) ?? new URL(url).hostname };
}

/** The file of a text. @throws Refusal `payload_too_large`; ValidationError for an invalid name */
function textFile({ content, filename = snippetName(content) }: z.infer<typeof indexTextBody>): IncomingFile {
  if (Buffer.byteLength(content) > textBytesMax)
    throw new Refusal('payload_too_large', { details: { max_bytes: textBytesMax } });
  const name = sentFilename(filename);
  if (name === null)
    throw new ValidationError([{ loc: ['body', 'filename'], msg: 'names no file', type: 'value_error' }]);
  return {
    filename: name,
    contentType: 'text/plain; charset=utf-8',
    body: Readable.from([Buffer.from(content)]),
    byteMax: textBytesMax,
  };
}

/**
 * File name of a text that is sent without a name. The name contains 48 bits of the SHA-256 of the content as
 * a number: the same text gets the same name again, different texts get different names.
 */
function snippetName(content: string): string {
  const hash = createHash('sha256').update(content).digest();
  return `snippet-${hash.readUIntBE(0, 6)}.txt`;
}
