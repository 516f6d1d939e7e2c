import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Access } from '../../embedded/servers/s3';
import { concurrently } from '../service/concurrently';
import { makeTexts } from './make-texts';

const putsAtOnce = 16;
const textsPerFolder = 1_000;

/** A bucket as `index/s3compatible` takes it. */
export interface FilledBucket {
  endpoint_url: string;
  bucket_name: string;
  access_key_id: string;
  secret_access_key: string;
}

/** Puts so many small texts, no two of them alike, into a new bucket, a thousand to a folder. */
export async function fillFolder(
  { endpoint, accessKey, secretKey }: S3Access,
  bucket: string,
  count: number,
): Promise<FilledBucket> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const texts = makeTexts(0, count);
    await concurrently(count, putsAtOnce, async (at) => {
      const Key = `folder-${Math.floor(at / textsPerFolder)}/text-${at}.txt`;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: texts[at]! }));
    });
  } finally {
    client.destroy();
  }
  return {
    endpoint_url: endpoint,
    bucket_name: bucket,
    access_key_id: accessKey,
    secret_access_key: secretKey,
  };
}
