import { NativeConnection, Worker } from '@temporalio/worker';
import { Agent } from 'undici';

const slots = 40;

/**
 * The yardstick of the bench of deliveries: a worker for `bare-workflows.ts` with as many slots as ours. Its
 * arguments are Temporal's address and the task queue; prints a line when it is ready.
 */
async function main(address: string, taskQueue: string): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  const agent = new Agent({ pipelining: 0 });
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowsPath: require.resolve('./bare-workflows'),
    activities: {
      nothing: () => Promise.resolve(),
      async post(url: string) {
        const { origin, pathname, search } = new URL(url);
        const answer = await agent.request({ origin, path: pathname + search, method: 'POST', body: '{}' });
        await answer.body.dump();
      },
    },
    maxConcurrentActivityTaskExecutions: slots,
    maxConcurrentWorkflowTaskExecutions: slots,
    maxCachedWorkflows: 500,
  });
  console.log('ready');
  await worker.run();
}

void main(process.argv[2]!, process.argv[3]!);
