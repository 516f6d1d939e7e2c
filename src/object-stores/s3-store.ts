import { type Readable } from 'node:stream';
import {
  type _Object,
  GetObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type ObjectFacts, type ObjectStore, ObjectStoreError } from './object-store';
import { throwNamingRegion } from './s3-region';
import { ask, fileByteSize, openBody } from './transfer';

/**
 * Creates the access to a bucket of S3, R2 or a compatible server. Listings continue after the last key,
 * which never expires.
 */
export function createS3Store(client: S3Client, bucket: string): ObjectStore {
  return {
    async list(prefix, { after, limit, signal }) {
      const page = await ask(
        signal,
        (abortSignal) =>
          client
            .send(
              new ListObjectsV2Command({
                Bucket: bucket,
                Prefix: prefix,
                MaxKeys: limit,
                // Keys may contain characters that XML cannot.
                EncodingType: 'url',
                ...(after === null ? {} : { StartAfter: after }),
              }),
              { abortSignal },
            )
            .catch(throwNamingRegion),
        statusOf,
      );
      const decode = page.EncodingType === 'url' ? decodeKey : (key: string) => key;
      const objects = (page.Contents ?? []).map((object) => factsOf(object, decode));
      const last = objects.at(-1)?.key ?? null;
      if (page.IsTruncated === true && (last === null || last === after))
        throw new ObjectStoreError('download_failed', 'The listing of the object store does not continue.');
      return {
        objects: objects.filter(({ key }) => !key.endsWith('/')),
        next: page.IsTruncated === true ? last : null,
      };
    },

    async read(key, { byteMax, signal, ifMatch }) {
      const object = await ask(
        signal,
        (abortSignal) =>
          client
            .send(
              new GetObjectCommand({
                Bucket: bucket,
                Key: key,
                ...(ifMatch !== undefined && { IfMatch: `"${ifMatch}"` }),
              }),
              { abortSignal },
            )
            .catch(throwNamingRegion),
        statusOf,
      );
      const byteSize = object.ContentLength ?? null;
      const encoding = object.ContentEncoding ?? null;
      return {
        body: openBody(object.Body as Readable, { byteMax, byteSize, signal, encoding }),
        facts: {
          key,
          byteSize: fileByteSize(byteSize, encoding),
          etag: unquoted(object.ETag),
          modifiedAt: object.LastModified ?? null,
          contentType: object.ContentType ?? null,
          metadata: {},
        },
      };
    },
  };
}

function factsOf(
  { Key = '', Size = 0, ETag, LastModified }: _Object,
  decode: (key: string) => string,
): ObjectFacts {
  return {
    key: decode(Key),
    byteSize: Size,
    etag: unquoted(ETag),
    modifiedAt: LastModified ?? null,
    contentType: null,
    metadata: {},
  };
}

/** Decodes a key, which is form-encoded; malformed encodings stay unchanged. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}

function unquoted(etag: string | undefined): string | null {
  return etag?.replace(/^(?:W\/)?"(.*)"$/, '$1') ?? null;
}

/** Error codes of servers for unknown or expired keys; some have a misleading status. */
const deniedCodes = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'XAdminUserNotFound',
]);

/** The SDK attaches the status to every error, also to its own and those of parsers and sockets. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceException)
    return deniedCodes.has(error.name) ? 403 : error.$metadata.httpStatusCode;
  const isOfSdk = typeof error === 'object' && error !== null && '$metadata' in error;
  return isOfSdk ? ((error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 0) : undefined;
}
