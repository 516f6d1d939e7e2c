import { randomBytes } from 'node:crypto';
import { createApp } from '../../api/app';
import { documentsError } from '../../api/documents/family';
import { type ApiDeps } from '../../api/deps';
import { type AnyRoute } from '../../api/http/route';
import { startServer } from '../../api/http/server';
import { freePort } from '../../embedded/processes/free-port';
import { type Config, readConfig } from '../../src/config';
import { PERMISSIONS } from '../../src/domain/documents/permissions';
import { type Environment } from '../../src/domain/platform/tenancy';
import { createLog } from '../../src/log';
import { noMetrics } from '../../src/metrics';
import { makeApiDeps } from '../../src/open-deps';
import { createOpenResources } from '../../src/open-resources';
import { noTraces } from '../../src/traces';
import { type Stores } from '../../src/stores';
import { shareDatabase, startDatabase, type TestDatabase } from './database';
import { rememberIds } from './seen-ids';
import { seenFolderOfProcess } from './test-run';

/** Options of `request`, besides the path. */
export interface RequestOptions {
  method?: string;
  /** Text of the bearer key. */
  key?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

/** An answer with its body read: `body` is parsed where it is JSON, undefined elsewhere. */
export interface TestResponse<T> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
}

/** A running API, and the stores behind it. */
export interface ReachedApi extends TestDatabase {
  baseUrl: string;
  /** `T` is what the test expects the body to be; nothing checks it. */
  request<T = unknown>(path: string, options?: RequestOptions): Promise<TestResponse<T>>;
  /**
   * Makes a key, and its organization where there is none of this name. Default: `acme`, production, every
   * permission.
   */
  createKey(options?: {
    organization?: string;
    environment?: Environment;
    permissions?: readonly string[];
  }): Promise<TestKey>;
}

/** The real app on a free port of this process. */
export interface TestApi extends ReachedApi {
  deps: ApiDeps;
}

export interface TestKey {
  text: string;
  keyId: string;
  organizationId: string;
}

const allPermissions = [...PERMISSIONS, 'products-admin'];

/**
 * Starts the real app over the database of the process. A part that the test does not hand over (blob store,
 * jobs, guarded client) throws when it is touched.
 *
 * @param options.env variables beside those that a test always needs
 * @param options.routes in place of the service's own, for tests of the framework
 * @param options.ownDatabase for suites that look at all rows; `new` for those that kill programs
 *   (`startDatabase`)
 */
export async function startApi(
  options: {
    env?: Record<string, string>;
    routes?: (deps: ApiDeps) => AnyRoute[];
    deps?: (config: Config, database: TestDatabase) => Partial<ApiDeps>;
    ownDatabase?: boolean | 'new';
  } = {},
): Promise<TestApi> {
  const { ownDatabase = false } = options;
  const database = await (ownDatabase === false
    ? shareDatabase()
    : startDatabase({ isNew: ownDatabase === 'new' }));
  const config = readConfig({
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    MONGODB_URL: database.url,
    SIGNING_KEY: randomBytes(32).toString('base64'),
    // Tests ask more at once than a key may.
    RATE_LIMIT_QUERIES_PER_MINUTE: '1000000',
    RATE_LIMIT_UNKNOWN_KEYS_PER_MINUTE: '1000000',
    ...options.env,
  });
  const log = createLog(config.LOG_LEVEL, 'test');
  const { stores } = database;
  const resources = createOpenResources();
  const opened = {
    blobs: absent('blob store'),
    jobs: absent('Temporal'),
    outbound: absent('guarded client'),
    objectStores: absent('object stores'),
    linkCopies: absent('copies of links'),
    traces: noTraces,
    parts: [{ name: 'mongodb', check: () => stores.check() }],
    ...options.deps?.(config, database),
  };
  const deps = makeApiDeps({ config, log, metrics: noMetrics }, database, opened, resources);
  const server = await startServer(
    createApp(deps, options.routes?.(deps)),
    config,
    deps.lifecycle,
    documentsError,
  );
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const seenFolder = ownDatabase === false ? seenFolderOfProcess() : undefined;
  const suffix = seenFolder === undefined ? '' : `-${randomBytes(4).toString('hex')}`;
  const calls = apiCalls(baseUrl, stores, suffix);
  const { keepIds, request } = rememberIds(calls.request, stores);
  return {
    ...database,
    deps,
    baseUrl,
    ...calls,
    request,
    async close() {
      if (seenFolder !== undefined) keepIds(seenFolder);
      await server.drain();
      await resources.close();
      await database.close();
    },
  };
}

/** Path of a URL that the service has answered for itself, whose host tests cannot reach. */
export function pathOfUrl(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Requests to a running API, and keys for it.
 *
 * @param suffix of the names of organizations, where other suites make theirs beside them
 */
export function apiCalls(
  baseUrl: string,
  { organizations, apiKeys }: Stores,
  suffix = '',
): Pick<ReachedApi, 'request' | 'createKey'> {
  return {
    request: <T>(path: string, request?: RequestOptions) =>
      send(baseUrl + path, request) as Promise<TestResponse<T>>,
    async createKey({
      organization = 'acme',
      environment = 'production',
      permissions = allPermissions,
    } = {}) {
      const organizationId = await organizations.ensure(`${organization}${suffix}`);
      const key = await apiKeys.create({ organizationId, environment }, permissions);
      return { ...key, organizationId };
    },
  };
}

async function send(
  url: string,
  { method, key, json, body, headers = {} }: RequestOptions = {},
): Promise<TestResponse<unknown>> {
  const response = await fetch(url, {
    method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(body === undefined ? {} : { body, duplex: 'half' }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  };
}

function absent(part: string): never {
  return new Proxy({} as never, {
    get() {
      throw new Error(`this test has no ${part}`);
    },
  });
}
