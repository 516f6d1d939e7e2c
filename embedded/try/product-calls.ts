import { readFileSync } from 'node:fs';
import { type SearchBody } from '../../api/products/search/schema';
import { type JobResource } from '../../api/products/jobs/schema';
import { EmbeddedFailure } from '../failure';
import { type ApiAccess, callApi } from './api-client';

const index = 'examples';
const waitSeconds = 20;

/** A product as the examples have it, found by a search. */
export interface FoundProduct {
  id: string;
  title: string;
  width: string;
  price: number;
}

/** Answer of a search, as far as it is shown. */
export interface ProductAnswer {
  hits: FoundProduct[];
  query_understanding: {
    corrections: { from: string; to: string }[];
    constraints: { field: string; op: string; value: number; unit: string | null; text: string }[];
  };
  timing: { total_ms: number };
}

/** Makes the index `examples` of the records of a file; those with `visible_to` are for these principals only. */
export async function indexProducts(access: ApiAccess, file: string): Promise<void> {
  const records = JSON.parse(readFileSync(file, 'utf8')) as unknown[];
  const settings = { acl: { field: 'visible_to', missing: 'public' } };
  await callApi(access, '/v1/indexes', { json: { name: index, id_field: 'sku', settings } });
  await callApi(access, `/v1/indexes/${index}/records`, { json: records });
  const build = { method: 'POST' };
  const { job } = await callApi<{ job: JobResource }>(access, `/v1/indexes/${index}/build`, build);
  let seen = job;
  while (seen.status !== 'succeeded') {
    if (seen.status === 'failed')
      throw new EmbeddedFailure(`The build failed: ${seen.error ?? 'for no reason.'}`);
    seen = await callApi<JobResource>(access, `/v1/jobs/${job.id}?wait=${waitSeconds}`);
  }
}

/** Access with a new key that searches for these principals. */
export async function searchingAs(access: ApiAccess, principals: readonly string[]): Promise<ApiAccess> {
  const json = { name: principals.join(', '), type: 'search', indexes: [index], principals };
  const { key } = await callApi<{ key: string }>(access, '/v1/keys', { json });
  return { ...access, devApiKey: key };
}

/** Searches the index `examples`. */
export function searchProducts(access: ApiAccess, json: Partial<SearchBody>): Promise<ProductAnswer> {
  return callApi(access, `/v1/indexes/${index}/search`, { json });
}
