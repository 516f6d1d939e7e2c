import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { createJobs, type Jobs } from '../../src/jobs';
import { servers } from './servers';

/** A namespace of its own on the real server: workers of other tests do not take its tasks. */
export interface TestNamespace {
  address: string;
  namespace: string;
  client: Client;
  jobs: Jobs;
  close: () => Promise<void>;
}

export async function createNamespace(): Promise<TestNamespace> {
  const address = servers().temporalAddress;
  // However busy the machine is: a suite that cannot begin is a suite that fails.
  const connection = await Connection.connect({ address, connectTimeout: '1 minute' });
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  const client = new Client({ connection, namespace, identity: 'test' });
  const jobs = createJobs({ address, namespace });
  await jobs.ensureSearchAttributes();
  return {
    address,
    namespace,
    client,
    jobs,
    async close() {
      // Programs of the suite have made schedules, which would fire for ever: those of all namespaces at the
      // same moments, until the server answers nobody in time.
      for await (const { scheduleId } of client.schedule.list())
        await client.schedule.getHandle(scheduleId).delete();
      await jobs.close();
      await connection.close();
    },
  };
}
