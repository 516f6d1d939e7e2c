import { z } from 'zod';
import { documentsDetail, documentsError, type DocumentsFamily } from '../../../api/documents/family';
import {
  type AnyRoute,
  defineRoute,
  type Route,
  type RouteReply,
  type RouteRequest,
} from '../../../api/http/route';

const texts = { tag: 'Samples', summary: 'A sample', description: 'For tests of the framework.' };
const answer = { 200: { description: 'What came.' } };

const body = z.strictObject({
  name: z.string().min(2).max(5),
  count: z.int().min(0).max(10).optional(),
  ratio: z.number().gt(0).lt(1).optional(),
  mode: z.enum(['fast', 'slow']).optional(),
  flag: z.boolean().optional(),
  tags: z.array(z.string()).max(2).optional(),
  inner: z.strictObject({ code: z.string().regex(/^[A-Z]+$/) }).optional(),
  free: z.record(z.string(), z.unknown()).optional(),
});

/** A route with everything that the framework does to one; `overrides` change what a test looks at. */
export function sampleRoute<P = unknown, Q = unknown, B = unknown>(
  overrides: Partial<Route<DocumentsFamily, P, Q, B>>,
): AnyRoute {
  return defineRoute<DocumentsFamily, P, Q, B>({
    method: 'get',
    path: '/v3/samples',
    family: documentsDetail,
    operationId: 'sample',
    ...texts,
    access: 'key',
    responses: answer,
    errors: [],
    handle: () => Promise.resolve({ status: 200, body: {} }),
    ...overrides,
  });
}

const echo = ({ params, query, body: sent }: RouteRequest<unknown, unknown, unknown>): Promise<RouteReply> =>
  Promise.resolve({ status: 200, body: { params, query, body: sent ?? null } });

/** Routes of both families that answer with what they were given. */
export function echoRoutes(): AnyRoute[] {
  return [
    sampleRoute({
      method: 'post',
      path: '/v3/echo',
      operationId: 'echoV3',
      body,
      bodyBytesMax: 2_000,
      handle: echo,
    }),
    sampleRoute({
      method: 'post',
      path: '/v2/echo',
      family: documentsError,
      operationId: 'echoV2',
      body,
      handle: echo,
    }),
    sampleRoute({
      method: 'put',
      path: '/v2/echo',
      family: documentsError,
      operationId: 'echoOptional',
      body,
      bodyOptional: true,
      handle: echo,
    }),
    sampleRoute({
      path: '/v3/things/:thing_id',
      operationId: 'getThing',
      params: z.strictObject({ thing_id: z.string().max(10) }),
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(500).default(100),
        tag: z.string().optional(),
      }),
      handle: echo,
    }),
    sampleRoute({
      method: 'delete',
      path: '/v3/things/:thing_id',
      operationId: 'deleteThing',
      handle: () => Promise.resolve({ status: 204 }),
    }),
    sampleRoute({ path: '/v3/open', operationId: 'open', access: 'public' }),
    sampleRoute({ path: '/v3/needs-query', operationId: 'needsQuery', access: 'query' }),
    sampleRoute({ path: '/v3/needs-index', operationId: 'needsIndex', access: 'index' }),
    sampleRoute({ path: '/v3/needs-webhooks', operationId: 'needsWebhooks', access: 'webhooks' }),
    sampleRoute({
      path: '/v3/broken',
      operationId: 'broken',
      handle: () => Promise.reject(new TypeError('a secret detail')),
    }),
  ];
}
