import { type Config } from '../config';
import { type BlobStore } from './blob-store';
import { createFolderBlobs } from './folder-blobs';
import { createS3Blobs } from './s3-blobs';
import { createS3Client } from './s3-client';

export { attachment } from './attachment';
export { BlobNotFound, BlobsFull, BlobsUnavailable, BlobTooLarge } from './blob-error';
export { type BlobStore, type ByteRange, type GrowingBlob } from './blob-store';
export { rangesOf } from './read-range';

/** The blob store that the configuration names; nothing is touched until it is used. */
export function createBlobStore(
  config: Pick<
    Config,
    | 'BLOB_DRIVER'
    | 'BLOB_FOLDER'
    | 'PUBLIC_URL'
    | 'SIGNING_KEY'
    | 'S3_BUCKET'
    | 'S3_REGION'
    | 'S3_ENDPOINT'
    | 'S3_PUBLIC_ENDPOINT'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
    | 'S3_FORCE_PATH_STYLE'
  >,
): BlobStore {
  if (config.BLOB_DRIVER === 'folder') {
    return createFolderBlobs({
      folder: config.BLOB_FOLDER,
      publicUrl: config.PUBLIC_URL,
      signingKey: Buffer.from(config.SIGNING_KEY, 'base64'),
    });
  }
  if (config.S3_BUCKET === undefined) throw new Error('S3_BUCKET is required with BLOB_DRIVER=s3');
  const clientFor = (endpoint: string | undefined) =>
    createS3Client({
      region: config.S3_REGION,
      endpoint,
      accessKeyId: config.S3_ACCESS_KEY_ID,
      secretAccessKey: config.S3_SECRET_ACCESS_KEY,
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
    });
  return createS3Blobs({
    bucket: config.S3_BUCKET,
    client: clientFor(config.S3_ENDPOINT),
    ...(config.S3_PUBLIC_ENDPOINT === undefined ? {} : { linkClient: clientFor(config.S3_PUBLIC_ENDPOINT) }),
  });
}
