import { S3Client } from '@aws-sdk/client-s3';

const connectTimeoutMs = 3_000;
/** Time without bytes on a connection after which a request is retried. */
const idleTimeoutMs = 30_000;
/** Concurrent requests of one process; an open body occupies a connection too. */
const socketsMax = 200;

export interface S3ClientOptions {
  region: string;
  /** Unset means AWS. */
  endpoint?: string | undefined;
  accessKeyId?: string | undefined;
  /** Without both parts of a key the SDK finds credentials itself. */
  secretAccessKey?: string | undefined;
  forcePathStyle: boolean;
}

/**
 * A client for AWS or any S3-compatible server; it sends checksums only where the protocol requires them,
 * since some servers do not support them.
 */
export function createS3Client(options: S3ClientOptions): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle } = options;
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets: socketsMax },
      httpsAgent: { maxSockets: socketsMax },
    },
  });
}
