import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { createJobs, type Jobs } from '../../src/jobs';
import { GRPC_STATUS } from '../../src/temporal/grpc-status';
import { grpcCodeOf } from '../../src/temporal/while-busy';
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
  const namespace = `test-${randomUUID()}`;
  const reached = await reachNamespace(namespace, servers().temporalAddress);
  const { client, jobs } = reached;
  await register(client, namespace);
  await jobs.ensureSearchAttributes();
  return {
    ...reached,
    async close() {
      // Programs of the suite have made schedules, which would fire for ever: those of all namespaces at the
      // same moments, until the server answers no call in time.
      for await (const { scheduleId } of client.schedule.list())
        await client.schedule.getHandle(scheduleId).delete();
      await reached.close();
    },
  };
}

const registrationsMax = 10;

/** Registers a namespace, once more where the server was too busy to answer. */
async function register(client: Client, namespace: string): Promise<void> {
  const request = { namespace, workflowExecutionRetentionPeriod: msToTs('1 day') };
  for (let left = registrationsMax; ; left--)
    try {
      await client.connection.workflowService.registerNamespace(request);
      return;
    } catch (error) {
      const code = grpcCodeOf(error);
      if (code === GRPC_STATUS.alreadyExists) return;
      if (code !== GRPC_STATUS.unavailable || left === 1) throw error;
    }
}

/** A namespace that others use as well. */
export async function reachNamespace(namespace: string, address: string): Promise<TestNamespace> {
  // However busy the machine is: a suite that cannot begin is a suite that fails.
  const connection = await Connection.connect({ address, connectTimeout: '1 minute' });
  const jobs = createJobs({ address, namespace });
  return {
    address,
    namespace,
    client: new Client({ connection, namespace, identity: 'test' }),
    jobs,
    async close() {
      await jobs.close();
      await connection.close();
    },
  };
}
