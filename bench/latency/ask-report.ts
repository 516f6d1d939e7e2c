import { type Pool } from 'undici';
import { type LatencyResource } from '../../api/documents/query-latency/schema';

/**
 * The report of a window over HTTP.
 *
 * @param query further parameters
 * @throws Error with what the service said when it is not 200
 */
export async function askReport(
  { pool, key }: { pool: Pool; key: string },
  window: { from: Date; to: Date },
  query: Record<string, string>,
): Promise<LatencyResource> {
  const parameters = { from: window.from.toISOString(), to: window.to.toISOString(), ...query };
  const { statusCode, body } = await pool.request({
    path: `/v2/queries/latency?${new URLSearchParams(parameters).toString()}`,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
  });
  if (statusCode !== 200) throw new Error(`the report failed: ${statusCode} ${await body.text()}`);
  return (await body.json()) as LatencyResource;
}
