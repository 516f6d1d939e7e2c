import { type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Smallest part that S3 accepts, except for the last one. */
const partBytes = 5 * 1024 * 1024;

/** Object to write, with its content type. */
export interface S3Target {
  Bucket: string;
  Key: string;
  ContentType: string;
}

interface OpenUpload {
  id: { Bucket: string; Key: string; UploadId: string };
  parts: CompletedPart[];
}

/**
 * Streams a body of unknown length into an object, part by part, through one buffer of a part's size. The
 * SDK's own uploader would hold three or more parts in memory. A part is sent as a whole, so that the SDK can
 * retry it. On a failure the object does not change and no parts remain.
 *
 * @throws what the body fails with; errors of the SDK
 */
export async function uploadBody(client: S3Client, target: S3Target, body: Readable): Promise<void> {
  // Not from the shared pool: the system commits its pages only as far as the body fills it.
  const buffer = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  let upload: OpenUpload | null = null;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      for (let from = 0; from < chunk.length;) {
        if (filled === partBytes) {
          upload ??= await begin(client, target);
          await sendPart(client, upload, buffer);
          filled = 0;
        }
        const count = chunk.copy(buffer, filled, from);
        filled += count;
        from += count;
      }
    }
    const rest = buffer.subarray(0, filled);
    if (upload === null) await client.send(new PutObjectCommand({ ...target, Body: rest }));
    else await complete(client, upload, rest);
  } catch (error) {
    if (upload !== null) await abort(client, upload);
    throw error;
  }
}

async function begin(client: S3Client, target: S3Target): Promise<OpenUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('S3 began an upload without an id');
  return { id: { Bucket: target.Bucket, Key: target.Key, UploadId }, parts: [] };
}

async function sendPart(client: S3Client, { id, parts }: OpenUpload, bytes: Buffer): Promise<void> {
  const PartNumber = parts.length + 1;
  const { ETag } = await client.send(new UploadPartCommand({ ...id, PartNumber, Body: bytes }));
  parts.push({ PartNumber, ETag });
}

async function complete(client: S3Client, upload: OpenUpload, rest: Buffer): Promise<void> {
  await sendPart(client, upload, rest);
  const MultipartUpload = { Parts: upload.parts };
  await client.send(new CompleteMultipartUploadCommand({ ...upload.id, MultipartUpload }));
}

/**
 * A failure to abort is ignored, since `removeAbandoned` removes the upload later and the caller needs the
 * original error.
 */
async function abort(client: S3Client, { id }: OpenUpload): Promise<void> {
  await client.send(new AbortMultipartUploadCommand(id)).catch(() => undefined);
}
