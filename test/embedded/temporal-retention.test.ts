import { Connection } from '@temporalio/client';
import { msToTs, tsToMs } from '@temporalio/common/lib/time';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { openDataFolder } from '../../embedded/data-folder';
import { registeredSearchAttributes } from '../../embedded/servers/search-attributes';
import { obtainTemporal, startTemporal } from '../../embedded/servers/temporal';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const { signal } = new AbortController();
const namespace = 'default';
const dayMs = 24 * 60 * 60_000;

/** Starts the data folder's Temporal, hands a connection to `work`, and stops it. */
async function withTemporal<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const binary = await obtainTemporal({ cache: cacheFolder(), report: console.log, signal });
  const opened = await openDataFolder(folder(), () => undefined);
  try {
    const { address } = await startTemporal(binary, { ...opened, dataFolder: folder(), signal });
    const connection = await Connection.connect({ address, connectTimeout: '1 minute' });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    await opened.close();
  }
}

async function retentionDays({ workflowService }: Connection): Promise<number> {
  const { config } = await workflowService.describeNamespace({ namespace });
  return tsToMs(config!.workflowExecutionRetentionTtl) / dayMs;
}

test('closed runs are kept for 9 days, longer where that is configured, with all search attributes', async () => {
  await withTemporal(async (connection) => {
    expect(await retentionDays(connection)).toBe(9);
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    expect(Object.keys(customAttributes)).toEqual(
      expect.arrayContaining(Object.keys(registeredSearchAttributes)),
    );
    const config = { workflowExecutionRetentionTtl: msToTs(30 * dayMs) };
    await connection.workflowService.updateNamespace({ namespace, config });
  });
  expect(await withTemporal(retentionDays)).toBe(30);
});
