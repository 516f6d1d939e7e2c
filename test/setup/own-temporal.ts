import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { obtainPair, startPair, type TemporalPair } from '../../embedded/cluster/temporal-pair';
import { createChildren } from '../../embedded/processes/children';
import { createPorts } from '../../embedded/processes/ports';

/** Starts a pair, and names it in this process's environment, where `servers()` finds it from then on. */
export async function startOwnTemporal(): Promise<TemporalPair> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-own-temporal-'));
  // PostgreSQL may run as another user, who passes through this folder.
  await chmod(folder, 0o711);
  const children = createChildren({ logFolder: folder, recordFile: join(folder, 'children.json') });
  const { signal } = new AbortController();
  const programs = await obtainPair({ cache: cacheFolder(), report: () => undefined, signal });
  const ports = createPorts(join(folder, 'ports.json'));
  // Only the test ends processes; one that ends by itself is missed by what the test asks of it.
  const pair = await startPair(programs, { dataFolder: folder, children, ports, signal }, () => undefined);
  process.env.TEST_TEMPORAL_ADDRESS = pair.address;
  return {
    ...pair,
    async close() {
      await pair.close();
      await children.stopAll();
      await rm(folder, { recursive: true });
    },
  };
}
