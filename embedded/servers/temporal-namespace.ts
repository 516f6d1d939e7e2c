import { Connection } from '@temporalio/client';
import { msToTs, tsToMs } from '@temporalio/common/lib/time';
import { isAlreadyExists } from '../../src/temporal/temporal-call';
import { registeredSearchAttributes } from './search-attributes';

const answerTimeoutMs = 2_000;
const namespace = 'default';
/** As docs/operations.md asks of every namespace: deliveries are recovered from the runs of seven days. */
const retentionMsMin = 9 * 24 * 60 * 60_000;

/** Does `work` over a connection of its own, which its deadline ends. */
export async function whileConnected(
  address: string,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: answerTimeoutMs });
  try {
    await connection.withDeadline(Date.now() + answerTimeoutMs, () => work(connection));
  } finally {
    await connection.close();
  }
}
export async function findSearchAttributes({ operatorService }: Connection): Promise<void> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const absent = Object.keys(registeredSearchAttributes).filter((name) => !(name in customAttributes));
  if (absent.length > 0) throw new Error(`search attributes are not registered yet: ${absent.join(', ')}`);
}

/** The development server makes its namespace with a retention of one day and has no option for another. */
export async function keepClosedRuns({ workflowService }: Connection): Promise<void> {
  const { config } = await workflowService.describeNamespace({ namespace });
  const ttl = config?.workflowExecutionRetentionTtl;
  if (ttl && tsToMs(ttl) >= retentionMsMin) return;
  const wanted = { workflowExecutionRetentionTtl: msToTs(retentionMsMin) };
  await workflowService.updateNamespace({ namespace, config: wanted });
}

/** Makes the namespace where a server has none; one that exists stays as it is. */
export async function ensureNamespace({ workflowService }: Connection): Promise<void> {
  try {
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(retentionMsMin),
    });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}
