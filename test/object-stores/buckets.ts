import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { type ObjectAccess, type VendorEndpoints } from '../../src/object-stores';
import { type ObjectStoreServers } from '../setup/object-store-servers';
import { servers } from '../setup/servers';

/** A fresh bucket of one family on a real server, with a way to fill it that is not the one under test. */
export interface TestBucket {
  source: ObjectAccess;
  put(key: string, content: Buffer, contentType?: string): Promise<void>;
  /** Stores an object with this `Content-Encoding`. */
  putEncoded(key: string, content: Buffer, encoding: string): Promise<void>;
  close(): void;
}

/** The same of Azure. */
export interface TestContainer extends TestBucket {
  put(key: string, content: Buffer, contentType?: string, metadata?: Record<string, string>): Promise<void>;
  remove(key: string): Promise<void>;
}

export type TestFamily = 's3' | 's3compatible' | 'r2' | 'azure' | 'gcs';

/** Addresses of the vendors in tests. */
export function testEndpoints({ azure, gcs }: ObjectStoreServers): VendorEndpoints {
  const { endpoint } = servers().s3;
  return { s3: endpoint, r2: endpoint, azure: azure.endpoint, gcs: gcs.endpoint };
}

export async function createBucket(family: TestFamily, emulators: ObjectStoreServers): Promise<TestBucket> {
  if (family === 'azure') return createContainer(emulators);
  const bucket = `test-${randomUUID()}`;
  if (family === 'gcs') return createGcsBucket(bucket, emulators);
  const { endpoint, accessKey: accessKeyId, secretKey: secretAccessKey } = servers().s3;
  const access = { accessKeyId, secretAccessKey };
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: access,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const sources = {
    s3: { family: 's3', region: 'us-east-1', bucket, access },
    s3compatible: { family: 's3compatible', endpointUrl: endpoint, region: 'us-east-1', bucket, access },
    r2: { family: 'r2', accountId: 'a'.repeat(32), jurisdiction: 'default', bucket, access },
  } as const;
  return {
    source: sources[family],
    async put(Key, Body, ContentType) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key,
          Body,
          ...(ContentType === undefined ? {} : { ContentType }),
        }),
      );
    },
    async putEncoded(Key, Body, ContentEncoding) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentEncoding }));
    },
    close: () => {
      client.destroy();
    },
  };
}

export async function createContainer({ azure }: Pick<ObjectStoreServers, 'azure'>): Promise<TestContainer> {
  const container = `test-${randomUUID()}`;
  const { endpoint, accountName, accountKey } = azure;
  const client = new ContainerClient(
    `${endpoint}/${accountName}/${container}`,
    new StorageSharedKeyCredential(accountName, accountKey),
  );
  await client.create();
  return {
    source: { family: 'azure', container, accountName, accountKey },
    async put(key, content, contentType, metadata) {
      await client.getBlockBlobClient(key).uploadData(content, {
        ...(metadata && { metadata }),
        ...(contentType === undefined ? {} : { blobHTTPHeaders: { blobContentType: contentType } }),
      });
    },
    async putEncoded(key, content, blobContentEncoding) {
      await client.getBlockBlobClient(key).uploadData(content, { blobHTTPHeaders: { blobContentEncoding } });
    },
    async remove(key) {
      await client.deleteBlob(key);
    },
    close: () => undefined,
  };
}

async function createGcsBucket(bucket: string, { gcs }: ObjectStoreServers): Promise<TestBucket> {
  const headers = { authorization: 'Bearer token-of-the-test' };
  const send = async (path: string, init: RequestInit, type: string) => {
    const response = await fetch(`${gcs.endpoint}${path}`, {
      ...init,
      method: 'POST',
      headers: { ...headers, 'content-type': type },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  await send('/storage/v1/b?project=test', { body: JSON.stringify({ name: bucket }) }, 'application/json');
  return {
    source: { family: 'gcs', bucket, serviceAccountJson: gcs.serviceAccountJson },
    put: (key, content, contentType = 'application/octet-stream') =>
      send(
        `/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${encodeURIComponent(key)}`,
        { body: new Uint8Array(content) },
        contentType,
      ),
    putEncoded: (key, content, encoding) => {
      const query = new URLSearchParams({ uploadType: 'media', name: key, contentEncoding: encoding });
      const path = `/upload/storage/v1/b/${bucket}/o?${query.toString()}`;
      return send(path, { body: new Uint8Array(content) }, 'application/octet-stream');
    },
    close: () => undefined,
  };
}
