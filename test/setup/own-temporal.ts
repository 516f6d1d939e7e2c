import { chmod } from 'node:fs/promises';
import { obtainPair, startPair, type TemporalPair } from '../../embedded/cluster/temporal-pair';
import { makeOwnFolder } from './own-folder';

/** Starts a pair, and names it in this process's environment, where `servers()` finds it from then on. */
export async function startOwnTemporal(): Promise<TemporalPair> {
  const folder = await makeOwnFolder('temporal');
  // PostgreSQL may run as another user, who passes through this folder.
  await chmod(folder.start.dataFolder, 0o711);
  const programs = await obtainPair(folder.obtain);
  // Only the test ends processes; one that ends by itself is missed by what the test asks of it.
  const pair = await startPair(programs, folder.start, () => undefined);
  process.env.TEST_TEMPORAL_ADDRESS = pair.address;
  return {
    ...pair,
    async close() {
      await pair.close();
      await folder.close();
    },
  };
}
