import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { createChildren } from '../../embedded/processes/children';
import { freePort } from '../../embedded/processes/free-port';
import { waitUntilReady } from '../../embedded/processes/wait-until-ready';
import { servers } from '../setup/servers';

const startTimeoutMs = 5 * 60_000;

/**
 * The SDK's own way to a server that it has not started, which its types keep to itself for one that skips
 * time.
 */
interface EnvironmentOfServer {
  create(options: {
    server: { type: 'existing' };
    address: string;
    supportsTimeSkipping: true;
  }): Promise<TestWorkflowEnvironment>;
}

/** Temporal's time-skipping server as a child of the suite. */
export interface TimeSkippingServer {
  env: TestWorkflowEnvironment;
  close(): Promise<void>;
}

/**
 * Starts the time-skipping server, a Java program, and waits for it however busy the machine is: the SDK
 * gives a server that it starts itself five seconds.
 */
export async function startTimeSkippingServer(): Promise<TimeSkippingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-time-skipping-'));
  const children = createChildren({ logFolder: folder, recordFile: join(folder, 'children.json') });
  const port = await freePort();
  const child = await children.start({
    name: 'temporal-test-server',
    command: servers().temporalTestServer,
    args: [String(port)],
  });
  const { signal } = new AbortController();
  await waitUntilReady({ child, probe: () => accepts(port), timeoutMs: startTimeoutMs, signal });
  const env = await (TestWorkflowEnvironment as unknown as EnvironmentOfServer).create({
    server: { type: 'existing' },
    address: `127.0.0.1:${port}`,
    supportsTimeSkipping: true,
  });
  return {
    env,
    async close() {
      await env.teardown();
      await children.stopAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
