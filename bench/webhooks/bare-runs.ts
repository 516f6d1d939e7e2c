import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Client } from '@temporalio/client';

const taskQueue = 'bench-bare';

/** Runs that do only what Temporal itself has to do. */
export interface BareRuns {
  /** Starts a run that does nothing. */
  startNothing(id: string): Promise<void>;
  /** Starts a run that makes one request. */
  startPost(id: string, url: string): Promise<void>;
  stop(): void;
}

/** Starts their worker in a process of its own. @param caFile certificate to trust */
export async function startBareRuns(client: Client, address: string, caFile: string): Promise<BareRuns> {
  const worker = spawn(process.execPath, [require.resolve('./bare-worker'), address, taskQueue], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: caFile },
  });
  await once(createInterface(worker.stdout), 'line');
  return {
    async startNothing(workflowId) {
      await client.workflow.start('oneNothing', { taskQueue, workflowId, args: [] });
    },
    async startPost(workflowId, url) {
      await client.workflow.start('onePost', { taskQueue, workflowId, args: [url] });
    },
    stop() {
      worker.kill();
    },
  };
}
