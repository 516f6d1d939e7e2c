import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { obtain } from '../../embedded/cache/entry';
import { findOnPath } from '../../embedded/tools/find-on-path';
import { findPip, installWheels } from '../../embedded/tools/pip';
import { fingerprint, pinFile } from '../../embedded/tools/pins';

const pins = 'standardwebhooks.txt';
const program = join(__dirname, 'verify.py');

/** Whether this machine has what the library needs. */
export const hasPython = ['pip3', 'pip'].some((name) => findOnPath(name) !== undefined);

/** A request as a receiver has it. */
export interface ReceivedRequest {
  body: string;
  headers: Record<string, string>;
}

/**
 * The Python library of Standard Webhooks, obtained once for this machine.
 *
 * @returns whether it finds a request genuine
 */
export async function openPythonLibrary(): Promise<(secret: string, request: ReceivedRequest) => boolean> {
  const { signal } = new AbortController();
  const folder = await obtain(
    { cache: cacheFolder(), report: () => undefined, signal },
    {
      name: `standardwebhooks-${fingerprint([pinFile(pins)])}`,
      title: 'the Python library of Standard Webhooks (pip)',
      build: async (draft, tools) => installWheels((await findPip())!, pins, draft, tools),
    },
  );
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  return (secret, request) => {
    const input = JSON.stringify({ secret, ...request });
    const { status, stderr } = spawnSync('python3', [program], { input, env, encoding: 'utf8' });
    if (status !== 0 && status !== 3) throw new Error(`verify.py ended with ${status}: ${stderr}`);
    return status === 0;
  };
}
