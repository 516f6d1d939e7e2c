import { S3Client } from '@aws-sdk/client-s3';

const connectTimeoutMs = 3_000;
/** Silence on a connection after which a request is given up and tried again. */
const idleTimeoutMs = 30_000;
/** Open bodies hold a connection each; this many requests of one process run at once. */
const socketsMax = 200;

export interface S3ClientOptions {
  region: string;
  /** Unset means AWS. */
  endpoint?: string | undefined;
  accessKeyId?: string | undefined;
  /** Without both parts of a key the SDK looks for credentials itself. */
  secretAccessKey?: string | undefined;
  forcePathStyle: boolean;
}

/**
 * A client for AWS or any S3-compatible server; checksums only where the protocol asks for them, since not
 * every server knows them.
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
