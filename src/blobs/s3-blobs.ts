import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachment } from './attachment';
import { assertBlobKey, assertBlobPrefix } from './blob-key';
import { type BlobStore } from './blob-store';
import { createMeter } from './meter';
import { uploadBody } from './s3-upload';
import { BlobNotFound, BlobsFull, BlobsUnavailable } from './blob-error';

/** Limits of S3: keys in one delete request, and lifetime of a presigned link. */
const deleteKeysMax = 1_000;
const signedUrlSecondsMax = 7 * 24 * 3_600;

/**
 * Blobs as objects of one bucket. The server makes listings and copies; links are presigned.
 *
 * @param linkClient client that signs links; default `client`; another one when callers reach the server
 * under another address
 */
export function createS3Blobs({
  client,
  bucket,
  linkClient = client,
}: {
  client: S3Client;
  bucket: string;
  linkClient?: S3Client;
}): BlobStore {
  const at = (key: string) => {
    assertBlobKey(key);
    return { Bucket: bucket, Key: key };
  };

  async function ask<T>(answer: Promise<T>, key?: string): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw s3Failure(error, key);
    }
  }

  async function deleteAll(keys: readonly string[]): Promise<void> {
    for (let first = 0; first < keys.length; first += deleteKeysMax) {
      const Objects = keys.slice(first, first + deleteKeysMax).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
      const [failed] = (await ask(client.send(command))).Errors ?? [];
      if (failed !== undefined) throw new Error(`S3 did not delete an object: ${failed.Code ?? 'no code'}`);
    }
  }

  const store: BlobStore = {
    driver: 's3',

    async put(key, body, { contentType, byteMax, signal }) {
      const target = at(key);
      const meter = createMeter(body, byteMax);
      const feeding = pipeline(body, meter.stream, signal === undefined ? {} : { signal });
      // A failing body also fails the meter, and with it the upload that reads from the meter.
      feeding.catch(() => undefined);
      try {
        await uploadBody(client, { ...target, ContentType: contentType }, meter.stream);
      } catch (error) {
        const bodyFailed = meter.stream.errored !== null;
        meter.stream.destroy();
        if (signal?.aborted === true) throw signal.reason;
        throw bodyFailed ? error : s3Failure(error, key);
      }
      if (signal?.aborted === true) {
        // The upload is complete by now: the object has to be deleted.
        await deleteAll([key]);
        throw signal.reason;
      }
      return meter.result();
    },

    async putFile(key, source, options) {
      await store.put(key, createReadStream(source), options);
      await rm(source);
    },

    grow: () => Promise.resolve(null),

    async join(key, pieces, options) {
      async function* bytes(): AsyncGenerator<Buffer | string> {
        for (const piece of pieces) {
          if (typeof piece === 'string') yield piece;
          else yield* (await store.read(piece.key, piece.range)).stream as AsyncIterable<Buffer>;
        }
      }
      return (await store.put(key, Readable.from(bytes(), { objectMode: false }), options)).byteSize;
    },

    async copy(from, to) {
      assertBlobKey(from);
      await ask(client.send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${from}` })), from);
    },

    async read(key, range) {
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const object = await ask(client.send(new GetObjectCommand({ ...at(key), Range })), key);
      const total = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1] ?? object.ContentLength ?? 0;
      return { stream: object.Body as Readable, byteSize: Number(total), contentType: contentTypeOf(object) };
    },

    async stat(key) {
      const object = await ask(client.send(new HeadObjectCommand(at(key))), key);
      return {
        byteSize: object.ContentLength ?? 0,
        contentType: contentTypeOf(object),
        etag: object.ETag ?? '""',
      };
    },

    async localFile(key, scratchFolder, signal) {
      const file = path.join(scratchFolder, randomUUID());
      const release = () => rm(file, { force: true });
      const { stream } = await store.read(key);
      try {
        const to = createWriteStream(file, { flags: 'wx' });
        await pipeline(stream, to, signal === undefined ? {} : { signal });
      } catch (error) {
        await release();
        throw signal?.aborted === true ? signal.reason : error;
      }
      return { path: file, release };
    },

    async delete(keys) {
      keys.forEach(assertBlobKey);
      await deleteAll(keys);
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      const pages = paginateListObjectsV2(
        { client, pageSize: deleteKeysMax },
        { Bucket: bucket, Prefix: prefix },
      );
      try {
        for await (const { Contents = [] } of pages)
          await deleteAll(Contents.flatMap(({ Key }) => Key ?? []));
      } catch (error) {
        throw s3Failure(error);
      }
    },

    async signedUrl(key, expiresAtMs, { filename } = {}) {
      const seconds = Math.ceil((expiresAtMs - Date.now()) / 1_000);
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: attachment(filename),
      });
      return getSignedUrl(linkClient, command, {
        expiresIn: Math.min(Math.max(seconds, 1), signedUrlSecondsMax),
      });
    },

    async check() {
      await ask(client.send(new HeadBucketCommand({ Bucket: bucket })));
    },

    async removeAbandoned(olderThanMs) {
      let removed = 0;
      for await (const { Key, UploadId } of abandonedUploads(client, bucket, Date.now() - olderThanMs)) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        removed++;
      }
      return removed;
    },
  };
  return store;
}

function contentTypeOf({ ContentType }: { ContentType?: string | undefined }): string {
  return ContentType ?? 'application/octet-stream';
}

/** Status of a server that has no room for a body (RFC 4918). */
const insufficientStorage = 507;

/** Codes by which S3-compatible stores report that they, or the quota of a bucket, are full. */
const fullCodes: ReadonlySet<string> = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
]);

/**
 * Converts an error of the SDK into one of the interface: a missing object, or a failure of S3. Any other
 * error (a wrong bucket, missing rights, a bug) is returned unchanged.
 */
function s3Failure(error: unknown, key = ''): unknown {
  if (!(error instanceof S3ServiceException))
    return isConnectionFailure(error) ? new BlobsUnavailable(error) : error;
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return new BlobNotFound(key);
  if (error.name === 'InvalidRange')
    return new RangeError('the range begins after the last byte', { cause: error });
  if (error.$metadata.httpStatusCode === insufficientStorage || fullCodes.has(error.name))
    return new BlobsFull(error);
  return error.$fault === 'server' || error.name === 'SlowDown' ? new BlobsUnavailable(error) : error;
}

/**
 * The SDK adds the number of attempts to any final error: a closed connection, a timeout, or an answer that
 * is not from S3.
 */
function isConnectionFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}

/**
 * Multipart uploads that began before `beforeMs` (Unix milliseconds) and were neither completed nor aborted.
 */
async function* abandonedUploads(
  client: S3Client,
  bucket: string,
  beforeMs: number,
): AsyncGenerator<MultipartUpload> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (from !== null) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, ...from }),
    );
    for (const upload of page.Uploads ?? []) {
      if ((upload.Initiated?.getTime() ?? Infinity) < beforeMs) yield upload;
    }
    from =
      page.IsTruncated === true
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null;
  }
}
