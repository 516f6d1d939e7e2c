import { type Logger } from 'pino';
import { type Config } from '../config';
import { openOwnFolder, type ScratchFolder } from '../scratch-folder';
import { type BlobStore } from './blob-store';
import { createFolderBlobs, draftsOf } from './folder-blobs';
import { createS3Blobs } from './s3-blobs';
import { createS3Client } from './s3-client';

export { attachment } from './attachment';
export { BlobNotFound, BlobsFull, BlobsUnavailable, BlobTooLarge } from './blob-error';
export { type BlobStore, type ByteRange, type GrowingBlob } from './blob-store';
export { rangesOf } from './read-range';

/**
 * Creates this program's folder for drafts. While it is open, folders of killed programs are removed within a
 * minute. Null when the store has no drafts, or no room for the folder: the program starts nevertheless.
 */
export async function openDraftFolder(
  { BLOB_DRIVER, BLOB_FOLDER }: Pick<Config, 'BLOB_DRIVER' | 'BLOB_FOLDER'>,
  { program, log }: { program: 'api' | 'worker'; log: Logger },
): Promise<ScratchFolder | null> {
  if (BLOB_DRIVER !== 'folder') return null;
  try {
    return await openOwnFolder(draftsOf(BLOB_FOLDER), `${program}-`, log);
  } catch (err) {
    log.warn(
      { err },
      'unfinished blobs have no folder of their own; retention removes those of killed programs',
    );
    return null;
  }
}

/**
 * The configured blob store, which connects at its first use.
 *
 * @param drafts folder of {@link openDraftFolder}; without it, all processes share one for their drafts
 */
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
  drafts: Pick<ScratchFolder, 'path'> | null = null,
): BlobStore {
  if (config.BLOB_DRIVER === 'folder') {
    return createFolderBlobs({
      folder: config.BLOB_FOLDER,
      publicUrl: config.PUBLIC_URL,
      signingKey: Buffer.from(config.SIGNING_KEY, 'base64'),
      draftFolder: drafts?.path,
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
