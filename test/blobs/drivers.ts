import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { type BlobStore } from '../../src/blobs';
import { createFolderBlobs } from '../../src/blobs/folder-blobs';
import { createS3Blobs } from '../../src/blobs/s3-blobs';
import { createS3Client } from '../../src/blobs/s3-client';
import { servers } from '../setup/servers';

/** A driver over an empty place of its own, and the inside of it that a test may see. */
export interface BlobDriver {
  blobs: BlobStore;
  /** The same driver over a place that does not exist or that it may not use. */
  broken: BlobStore;
  scratchFolder: string;
  /** Keys of everything that is stored, whoever put it there. */
  keys(): Promise<string[]>;
  /** How many unfinished bodies the driver still keeps. */
  unfinished(): Promise<number>;
  /** Leaves an unfinished body behind, as a killed process does. */
  leaveUnfinished(): Promise<void>;
  close(): Promise<void>;
}

export const signingKey = randomBytes(32);

export async function startFolderDriver(): Promise<BlobDriver> {
  const base = await mkdtemp(join(tmpdir(), 'sheaf-blobs-'));
  const folder = join(base, 'blobs');
  const options = { publicUrl: 'https://sheaf.example', signingKey };
  const blobs = createFolderBlobs({ folder, ...options });
  await blobs.check();
  const list = (below: string) => readdir(below, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = async (below: string) => (await list(below)).filter((entry) => entry.isFile());
  return {
    blobs,
    broken: createFolderBlobs({ folder: '/dev/null/blobs', ...options }),
    scratchFolder: base,
    async keys() {
      const paths = (await files(folder)).map((entry) =>
        join(entry.parentPath, entry.name).slice(folder.length + 1),
      );
      return paths.filter((path) => !path.includes('~')).sort();
    },
    unfinished: async () => (await files(join(folder, '~drafts'))).length,
    async leaveUnfinished() {
      const { createWriteStream } = await import('node:fs');
      const { mkdir } = await import('node:fs/promises');
      await mkdir(join(folder, '~drafts'), { recursive: true });
      const draft = join(folder, '~drafts', randomUUID());
      await new Promise((resolve) => createWriteStream(draft).end('half', resolve as () => void));
    },
    close: () => rm(base, { recursive: true }),
  };
}

export async function startS3Driver(): Promise<BlobDriver> {
  const { endpoint, accessKey, secretKey } = servers().s3;
  const client = createS3Client({
    region: 'us-east-1',
    endpoint,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    forcePathStyle: true,
  });
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const scratchFolder = await mkdtemp(join(tmpdir(), 'sheaf-blobs-'));
  return {
    blobs: createS3Blobs({ client, bucket }),
    broken: createS3Blobs({ client, bucket: `${bucket}-missing` }),
    scratchFolder,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key }) => Key!).sort();
    },
    async unfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return Uploads.length;
    },
    async leaveUnfinished() {
      await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'left' }));
    },
    async close() {
      client.destroy();
      await rm(scratchFolder, { recursive: true });
    },
  };
}
