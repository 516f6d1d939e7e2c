import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { waitUntilReady } from '../processes/wait-until-ready';
import { projectRoot } from '../project-root';
import type { StartContext } from './context';

const readyTimeoutMs = 60_000;
const answerTimeoutMs = 2_000;
const entry = path.join('node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js');

/**
 * Address of a running emulator of Azure Blob Storage, and its account; the account's name follows the
 * address.
 */
export interface AzureAccess {
  endpoint: string;
  accountName: string;
  accountKey: string;
}

/** Starts Azurite, a development dependency, with nothing in it and a fresh key. */
export async function startAzurite(context: StartContext): Promise<AzureAccess> {
  const folder = path.join(context.dataFolder, 'azurite');
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose('azurite');
  const access: AzureAccess = {
    endpoint: `http://127.0.0.1:${port}`,
    accountName: 'sheaftest',
    accountKey: randomBytes(64).toString('base64'),
  };
  const child = await context.children.start({
    name: 'azurite',
    command: process.execPath,
    args: [
      ...[path.join(projectRoot, entry), '--blobHost', '127.0.0.1', '--blobPort', String(port)],
      ...['--location', folder, '--silent', '--skipApiVersionCheck', '--disableTelemetry'],
    ],
    env: { AZURITE_ACCOUNTS: `${access.accountName}:${access.accountKey}` },
  });
  await waitUntilReady({
    child,
    signal: context.signal,
    timeoutMs: readyTimeoutMs,
    // Any answer will do: without a signature it can only refuse.
    probe: async () => {
      const url = `${access.endpoint}/${access.accountName}`;
      await (await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) })).arrayBuffer();
    },
  });
  return access;
}
