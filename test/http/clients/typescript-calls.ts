/**
 * Calls in TypeScript against types that `openapi-typescript` writes into `schema.ts`. Lines below
 * `@ts-expect-error` prove that the types are not `any`.
 */
export const openApiTypescriptCalls = `
import type { components, operations } from './schema';

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;
type Body<O extends keyof operations> = Json<NonNullable<operations[O]['requestBody']>>;
type Responses<O extends keyof operations> = operations[O]['responses'];
type Refusal<O extends keyof operations, S extends keyof Responses<O>> = Json<Responses<O>[S]>;
declare function call<O extends keyof operations, S extends keyof Responses<O>>(
  operation: O, status: S, path: operations[O]['parameters']['path'], body?: Body<O>,
): Promise<Json<Responses<O>[S]>>;

export async function calls() {
  const inManuals = { collection_name: 'manuals' };
  const { created } = await call('createCollection', 201, inManuals, { description: 'Handbooks' });
  const isNew: boolean = created;

  const accepted = await call('indexUrl', 202, inManuals, { url: 'https://example.com/a.pdf', custom_metadata: { year: 2024 } });
  const job = await call('getJob', 200, { job_id: accepted.job_id });
  const failed = job.files.filter((file) => file.status === 'failed').map((file) => file.error_code);

  const answer = await call('queryCollection', 200, inManuals, {
    query: 'renewal obligations',
    filter: { year: { $gte: 2024 }, $or: [{ dept: 'legal' }, { dept: { $in: ['ops', 'hr'] } }] },
    rerank: { model: 'local' },
  });
  const texts: string[] = answer.results.map((result) => result.text);

  await call('createWebhookEndpoint', 201, undefined as never, { url: 'https://example.com/hooks', event_types: ['job.failed'] });

  const refusal = {} as Refusal<'getJob', 404>;
  const code: string = refusal.error;
  const general = {} as Refusal<'getJob', 'default'>;
  const limited: boolean = general.error === 'rate_limited';

  const chunk = {} as components['schemas']['Chunk'];
  // @ts-expect-error a chunk has no title
  chunk.title;
  // @ts-expect-error an unknown type of event
  await call('createWebhookEndpoint', 201, undefined as never, { url: 'https://example.com', event_types: ['job.begun'] });
  // @ts-expect-error an unknown operator
  await call('queryCollection', 200, inManuals, { query: 'x', filter: { year: { $near: 2024 } } });
  return { isNew, failed, texts, code, limited };
}
`;

/** The same calls with the functions that `@hey-api/openapi-ts` writes into the folder \`sdk\`. */
export const heyApiCalls = `
import { createCollection, createWebhookEndpoint, getJob, indexUrl, queryCollection, type Chunk } from './sdk';

const path = { collection_name: 'manuals' };

export async function calls() {
  const created = await createCollection({ path, body: { description: 'Handbooks' }, throwOnError: true });
  const isNew: boolean = created.data.created;

  const accepted = await indexUrl({ path, body: { url: 'https://example.com/a.pdf', custom_metadata: { year: 2024 } }, throwOnError: true });
  const job = await getJob({ path: { job_id: accepted.data.job_id } });
  const failed = job.data?.files.filter((file) => file.status === 'failed').map((file) => file.error_code);
  const refused: boolean = job.error !== undefined && job.error.error === 'job_not_found';

  const answer = await queryCollection({
    path,
    body: {
      query: 'renewal obligations',
      filter: { year: { $gte: 2024 }, $or: [{ dept: 'legal' }, { dept: { $in: ['ops', 'hr'] } }] },
      rerank: { model: 'local' },
    },
    throwOnError: true,
  });
  const texts: string[] = answer.data.results.map((result) => result.text);

  await createWebhookEndpoint({ body: { url: 'https://example.com/hooks', event_types: ['job.failed'] } });

  const chunk = {} as Chunk;
  // @ts-expect-error a chunk has no title
  chunk.title;
  // @ts-expect-error an unknown type of event
  await createWebhookEndpoint({ body: { url: 'https://example.com', event_types: ['job.begun'] } });
  // @ts-expect-error an unknown operator
  await queryCollection({ path, body: { query: 'x', filter: { year: { $near: 2024 } } } });
  return { isNew, failed, refused, texts };
}
`;
