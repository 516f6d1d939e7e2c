import { S3ServiceException } from '@aws-sdk/client-s3';
import { BlobNotFound, BlobsFull, BlobsUnavailable } from './blob-error';

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
export function s3Failure(error: unknown, key = ''): unknown {
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
