import type { S3Access } from './servers/s3';
import type { TemporalAddresses } from './servers/temporal';
import { setting } from './setting';

/** Addresses of the servers that tests run against. */
export interface TestServers {
  /** Host and port of Temporal. */
  temporalAddress: string;
  /** Temporal's Web UI; undefined when the environment names a Temporal without it. */
  temporalUiUrl: string | undefined;
  /** A replica set; no database in its path. */
  mongodbUrl: string;
  elasticsearchUrl: string;
  /** Executable that starts a time-skipping Temporal on the port in its first argument. */
  temporalTestServer: string;
  s3: S3Access;
}

/** Test servers of one's own. */
export interface GivenTestServers {
  temporal?: TemporalAddresses;
  mongodbUrl?: string;
  elasticsearchUrl?: string;
  temporalTestServer?: string;
  s3?: S3Access;
}

/** The servers as variables for a program that runs tests. */
export function toVariables(servers: TestServers): Record<string, string> {
  return {
    TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
    ...(servers.temporalUiUrl === undefined ? {} : { TEST_TEMPORAL_UI_URL: servers.temporalUiUrl }),
    TEST_MONGODB_URL: servers.mongodbUrl,
    TEST_ELASTICSEARCH_URL: servers.elasticsearchUrl,
    TEST_TEMPORAL_TEST_SERVER: servers.temporalTestServer,
    TEST_S3_ENDPOINT: servers.s3.endpoint,
    TEST_S3_ACCESS_KEY: servers.s3.accessKey,
    TEST_S3_SECRET_KEY: servers.s3.secretKey,
  };
}

/** The test servers that the environment names. */
export function readVariables(): GivenTestServers {
  const address = setting('TEST_TEMPORAL_ADDRESS');
  const mongodbUrl = setting('TEST_MONGODB_URL');
  const elasticsearchUrl = setting('TEST_ELASTICSEARCH_URL');
  const temporalTestServer = setting('TEST_TEMPORAL_TEST_SERVER');
  const s3 = readS3();
  return {
    ...(address !== undefined && { temporal: { address, uiUrl: setting('TEST_TEMPORAL_UI_URL') } }),
    ...(mongodbUrl !== undefined && { mongodbUrl }),
    ...(elasticsearchUrl !== undefined && { elasticsearchUrl }),
    ...(temporalTestServer !== undefined && { temporalTestServer }),
    ...(s3 !== undefined && { s3 }),
  };
}

function readS3(): S3Access | undefined {
  const endpoint = setting('TEST_S3_ENDPOINT');
  const accessKey = setting('TEST_S3_ACCESS_KEY');
  const secretKey = setting('TEST_S3_SECRET_KEY');
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) return undefined;
  return { endpoint, accessKey, secretKey };
}
