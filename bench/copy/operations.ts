import { type Pool } from 'undici';
import { timedRequest } from '../service/timed-request';

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
  const json = { target_name: target };
  const { ms } = await timedRequest(pool, keys.production, 'POST', `/v2/collections/${source}/copy`, json);
  return { copy: ms, ...(await endCollection(pool, keys, target)) };
}

/** Moves a collection to another environment, wipes it there and deletes it. */
export async function endCollection(pool: Pool, keys: CopyKeys, name: string): Promise<Omit<Round, 'copy'>> {
  const { production, staging } = keys;
  const at = `/v2/collections/${name}`;
  const json = { new_environment: 'staging' };
  const move = await timedRequest(pool, production, 'PATCH', `${at}/environment`, json);
  const wipe = await timedRequest(pool, staging, 'DELETE', `${at}/documents`);
  const removed = await timedRequest(pool, staging, 'DELETE', at);
  return { move: move.ms, wipe: wipe.ms, delete: removed.ms };
}
