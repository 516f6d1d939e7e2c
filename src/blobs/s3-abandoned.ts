import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';

/**
 * Multipart uploads that began before `beforeMs` (Unix milliseconds) and were neither completed nor aborted.
 */
export async function* abandonedUploads(
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
