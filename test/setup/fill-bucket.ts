import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { servers } from './servers';

/** Fields by which a request of `index/s3compatible` names a bucket. */
export interface BucketFields {
  endpoint_url: string;
  bucket_name: string;
  access_key_id: string;
  secret_access_key: string;
}

const putsAtOnce = 8;

/** Makes a bucket of these objects on the real S3 server. */
export async function fillBucket(
  objects: readonly { name: string; content: Buffer | string }[],
): Promise<BucketFields> {
  const { endpoint, accessKey, secretKey } = servers().s3;
  const Bucket = `filled-${randomUUID()}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  const waiting = [...objects];
  await Promise.all(
    Array.from({ length: putsAtOnce }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await client.send(new PutObjectCommand({ Bucket, Key: next.name, Body: next.content }));
    }),
  );
  client.destroy();
  return {
    endpoint_url: endpoint,
    bucket_name: Bucket,
    access_key_id: accessKey,
    secret_access_key: secretKey,
  };
}
