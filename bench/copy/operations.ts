import { type Pool } from 'undici';
import { answerText } from '../service/answer-text';

/** Operations that are measured, in the order in which a round does them. */
export const OPERATIONS = ['copy', 'move', 'wipe', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Milliseconds of each operation, from request to answer. */
export type Round = Record<Operation, number>;

/** Keys of the two environments that a collection is moved between. */
export interface CopyKeys {
  production: string;
  staging: string;
}

/** Copies a collection, moves the copy to another environment, wipes it there and deletes it. */
export async function runRound(pool: Pool, keys: CopyKeys, source: string, target: string): Promise<Round> {
  const at = `/v2/collections/${target}`;
  return {
    copy: await timed(pool, keys.production, 'POST', `/v2/collections/${source}/copy`, {
      target_name: target,
    }),
    move: await timed(pool, keys.production, 'PATCH', `${at}/environment`, { new_environment: 'staging' }),
    wipe: await timed(pool, keys.staging, 'DELETE', `${at}/documents`),
    delete: await timed(pool, keys.staging, 'DELETE', at),
  };
}

/** Milliseconds of one request that has to succeed. */
export async function timed(
  pool: Pool,
  key: string,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json?: object,
): Promise<number> {
  const startMs = performance.now();
  const response = await pool.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  await answerText(response);
  return performance.now() - startMs;
}
