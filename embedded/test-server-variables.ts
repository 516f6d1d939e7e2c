import type { S3Access } from './servers/s3';

/** Addresses of the servers that tests run against. */
export interface TestServers {
  /** Host and port of Temporal. */
  temporalAddress: string;
  temporalUiUrl: string;
  /** A replica set; no database in its path. */
  mongodbUrl: string;
  elasticsearchUrl: string;
  /** Executable that starts a time-skipping Temporal on the port in its first argument. */
  temporalTestServer: string;
  s3: S3Access;
}

/** The servers as variables for a program that runs tests; the inverse of {@link readVariables}. */
export function toVariables(servers: TestServers): Record<string, string> {
  return {
    TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
    TEST_TEMPORAL_UI_URL: servers.temporalUiUrl,
    TEST_MONGODB_URL: servers.mongodbUrl,
    TEST_ELASTICSEARCH_URL: servers.elasticsearchUrl,
    TEST_TEMPORAL_TEST_SERVER: servers.temporalTestServer,
    TEST_S3_ENDPOINT: servers.s3.endpoint,
    TEST_S3_ACCESS_KEY: servers.s3.accessKey,
    TEST_S3_SECRET_KEY: servers.s3.secretKey,
  };
}

/** The servers that the environment names; those it does not name are absent. */
export function readVariables(env: NodeJS.ProcessEnv = process.env): Partial<TestServers> {
  const endpoint = env.TEST_S3_ENDPOINT;
  const accessKey = env.TEST_S3_ACCESS_KEY;
  const secretKey = env.TEST_S3_SECRET_KEY;
  const named: Record<keyof TestServers, string | S3Access | undefined> = {
    temporalAddress: env.TEST_TEMPORAL_ADDRESS,
    temporalUiUrl: env.TEST_TEMPORAL_UI_URL,
    mongodbUrl: env.TEST_MONGODB_URL,
    elasticsearchUrl: env.TEST_ELASTICSEARCH_URL,
    temporalTestServer: env.TEST_TEMPORAL_TEST_SERVER,
    s3: endpoint && accessKey && secretKey ? { endpoint, accessKey, secretKey } : undefined,
  };
  const present = Object.entries(named).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(present);
}
