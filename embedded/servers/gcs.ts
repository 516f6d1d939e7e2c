import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { waitUntilReady } from '../processes/wait-until-ready';
import { findOnPath } from '../tools/find-on-path';
import { installGoProgram, requireGo } from '../tools/go';
import { fingerprint, pinFile } from '../tools/pins';
import type { StartContext } from './context';

const readyTimeoutMs = 30_000;
const answerTimeoutMs = 2_000;
const program = { package: 'github.com/fsouza/fake-gcs-server@v1.56.1', pins: 'fake-gcs-server.sum' };

/**
 * Path of an emulator of Google Cloud Storage for tests: `fake-gcs-server` on the PATH, else 1.56.1 from the
 * cache.
 */
export async function obtainGcsServer(context: ObtainContext): Promise<string> {
  const onPath = findOnPath('fake-gcs-server');
  if (onPath !== undefined) return onPath;
  const pins = fingerprint([pinFile(program.pins)]);
  const folder = await obtain(context, {
    name: `fake-gcs-server-1.56.1-${process.platform}-${process.arch}-${pins}`,
    title: 'GCS emulator fake-gcs-server 1.56.1 (go, takes a minute or two)',
    build: async (draft, tools) => {
      requireGo({
        server: 'The GCS emulator for tests',
        binary: 'fake-gcs-server 1.56',
        prerequisite: 'Go 1.25 or newer',
      });
      await installGoProgram(program, draft, tools);
    },
  });
  return path.join(folder, 'fake-gcs-server');
}

/** Starts the emulator over an empty folder and answers its address. It asks for no credentials. */
export async function startGcsServer(binary: string, context: StartContext): Promise<string> {
  const folder = path.join(context.dataFolder, 'gcs');
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose('gcs');
  const endpoint = `http://127.0.0.1:${port}`;
  const child = await context.children.start({
    name: 'gcs',
    command: binary,
    args: [
      ...[
        '-scheme',
        'http',
        '-host',
        '127.0.0.1',
        '-port',
        String(port),
        '-public-host',
        `127.0.0.1:${port}`,
      ],
      ...['-backend', 'memory', '-external-url', endpoint, '-data', folder, '-log-level', 'warn'],
    ],
  });
  await waitUntilReady({
    child,
    signal: context.signal,
    timeoutMs: readyTimeoutMs,
    probe: async () => {
      const url = `${endpoint}/_internal/healthcheck`;
      await (await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) })).arrayBuffer();
    },
  });
  return endpoint;
}
