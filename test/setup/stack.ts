import { randomBytes } from 'node:crypto';
import { testAuthority } from '../net/certificates';
import { apiCalls, reachDatabase, type ReachedApi } from './api';
import { runningStack } from './running-stack';
import { idsIn, keepSeenIds } from './seen-ids';
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
  const organizations = new Set<string>();
  const ids = new Set<string>();
  const api: ReachedApi = {
    ...database,
    baseUrl,
    async request(...request) {
      const answer = await calls.request<never>(...request);
      for (const id of idsIn(answer.text)) ids.add(id);
      return answer;
    },
    async createKey(options) {
      const key = await calls.createKey(options);
      organizations.add(key.organizationId);
      return key;
    },
  };
  const key = await api.createKey();
  return {
    ...(await stackCalls(api, key, azure)),
    temporal,
    env,
    links,
    async close() {
      const suite = expect.getState().testPath ?? '';
      keepSeenIds(running.seenFolder, { suite, organizations: [...organizations], ids: [...ids] });
      await Promise.all([links.close(), temporal.close(), database.close()]);
    },
  };
}
