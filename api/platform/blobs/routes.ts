import { BlobNotFound } from '../../../src/blobs';
import { verifyBlobPath } from '../../../src/signing/blob-url';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { replyWithBlob } from './reply-with-blob';
import { type ApiDeps } from '../../deps';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import { blobLinkQuery, blobParams } from './schema';

/** Lifetime of a link to the server of the store, which clients follow at once. */
const redirectTtlMs = 5 * 60_000;

const fileHeaders = {
  'Content-Disposition': 'Always `attachment`.',
  ETag: 'Changes when the file does; understood in `If-Range`.',
  'Accept-Ranges': '`bytes`.',
};

/** Routes behind signed links to files: results, figures and uploads. */
export function blobRoutes({ config, blobs }: ApiDeps, family: Family<PlatformErrorCode>): AnyRoute[] {
  const signingKey = Buffer.from(config.SIGNING_KEY, 'base64');
  return [
    defineRoute({
      method: 'get',
      path: '/b/*key',
      family,
      operationId: 'getFile',
      tag: 'Files',
      summary: 'Download a file by its signed link',
      description:
        'Links come ready-made from other routes (`result_url`, `asset_url`) and work without an API key until they expire. ' +
        'HEAD and a single `Range` are understood. Where the files lie in S3, the answer redirects to a link of its own.',
      access: 'public',
      params: blobParams,
      query: blobLinkQuery,
      responses: {
        200: { description: 'The file.', contentType: '*/*', headers: fileHeaders },
        206: { description: 'The range that was asked for.', contentType: '*/*', headers: fileHeaders },
        302: { description: 'The file lies elsewhere.', headers: { Location: 'Where, for five minutes.' } },
      },
      errors: [
        'invalid_signature',
        'not_found',
        'link_expired',
        'range_not_satisfiable',
        'service_unavailable',
      ],
      async handle({ params: { key }, query: { expires = '', sig = '', filename }, ctx }) {
        const link = { key, expires, sig, filename };
        if (!verifyBlobPath(signingKey, link)) throw new Refusal<PlatformErrorCode>('invalid_signature');
        const expiresAtMs = Number(expires) * 1_000;
        if (expiresAtMs <= Date.now()) throw new Refusal<PlatformErrorCode>('link_expired');
        try {
          if (blobs.driver === 'folder') return await replyWithBlob(blobs, key, filename, ctx);
          await blobs.stat(key);
        } catch (error) {
          if (error instanceof BlobNotFound)
            throw new Refusal<PlatformErrorCode>('not_found', { cause: error });
          throw error;
        }
        const untilMs = Math.min(expiresAtMs, Date.now() + redirectTtlMs);
        const location = await blobs.signedUrl(key, untilMs, filename === undefined ? {} : { filename });
        return { status: 302, headers: { Location: location } };
      },
    }),
  ];
}
