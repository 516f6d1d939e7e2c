import { type ApiDeps } from '../api/deps';
import { type OpenApiDocument } from '../api/http/openapi/document';
import { type AnyRoute } from '../api/http/route';
import { allRoutes } from '../api/routes';
import { readConfig } from './config';

/** Unused, since no request is served. */
const anyKey = Buffer.alloc(32).toString('base64');

/** Dependencies that routes are created with, though no request uses them. */
const inert: Record<Exclude<keyof ApiDeps, 'config'>, unknown> = {
  stores: unused(),
  search: unused(),
  documentWrites: unused(),
  physicalIndexes: unused(),
  history: unused(),
  queryEngine: unused(),
  queryEmbedders: unused(),
  searchCounter: unused(),
  searchState: unused(),
  blobs: unused(),
  jobs: unused(),
  outbound: unused(),
  objectStores: unused(),
  linkCopies: unused(),
  sealer: unused(),
  audit: unused(),
  log: unused(),
  metrics: unused(),
  traces: unused(),
  parts: [],
  lifecycle: { draining: false },
  monotonicMs: () => 0,
};

/** The OpenAPI document of all routes, as `GET /openapi.json` returns it, without a server or a store. */
export async function openApiDocument(): Promise<OpenApiDocument> {
  const route = declaredRoutes().find(({ operationId }) => operationId === 'getOpenApiDocument')!;
  const { body } = await route.handle({ query: {} } as never);
  return JSON.parse(String(body)) as OpenApiDocument;
}

/** All declared routes; their handlers have no working dependencies. */
export function declaredRoutes(): AnyRoute[] {
  const config = readConfig({ SIGNING_KEY: anyKey, MONGODB_URL: 'mongodb://localhost/sheaf' });
  return allRoutes({ ...inert, config } as ApiDeps);
}

/** A proxy that returns itself for every member and every call. */
function unused(): unknown {
  const itself: unknown = new Proxy(() => itself, { get: () => itself });
  return itself;
}
