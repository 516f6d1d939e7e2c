import { randomBytes } from 'node:crypto';
import { testAuthority } from '../net/certificates';
import { apiCalls, type ReachedApi } from './api';
import { reachDatabase } from './database';
import { runningStack } from './running-stack';
import { rememberIds } from './seen-ids';
import { serveLinks, type Stack, stackCalls } from './stack-parts';
import { reachNamespace } from './temporal';

/** The stack that all suites of the lane share; nothing of it is to be stopped, filled or configured. */
export async function startStack(): Promise<Stack> {
  const running = runningStack();
  const [database, temporal, links] = await Promise.all([
    reachDatabase(running.databaseUrl),
    reachNamespace(running.temporalNamespace, running.temporalAddress),
    serveLinks(testAuthority(running.authority)),
  ]);
  const { baseUrl, azure, env } = running;
  const suffix = `-${randomBytes(4).toString('hex')}`;
  const calls = apiCalls(baseUrl, database.stores, suffix);
  const { keepIds, request } = rememberIds(calls.request, database.stores);
  const api: ReachedApi = { ...database, baseUrl, ...calls, request };
  const key = await api.createKey();
  return {
    ...(await stackCalls(api, key, azure)),
    temporal,
    env,
    links,
    async close() {
      keepIds(running.seenFolder);
      await Promise.all([links.close(), temporal.close(), database.close()]);
    },
  };
}
