import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { waitUntilReady } from '../processes/wait-until-ready';
import { findOnPath } from '../tools/find-on-path';
import { installGoProgram, requireGo } from '../tools/go';
import { fingerprint, pinFile } from '../tools/pins';
import { askVersion, isWithin } from '../tools/version';
import type { StartContext } from './context';
import { registeredSearchAttributes } from './search-attributes';
import { findSearchAttributes, keepClosedRuns, whileConnected } from './temporal-namespace';

const readyTimeoutMs = 60_000;
const program = { package: 'github.com/temporalio/cli/cmd/temporal@v1.5.1', pins: 'temporal-cli.sum' };

/**
 * Matching with priorities and fairness keys is behind switches in server 1.29. It takes turns within a
 * partition of a task queue only, and one server gains nothing from the usual four.
 */
export const dynamicConfig: Readonly<Record<string, boolean | number>> = {
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** Addresses of a running Temporal. */
export interface TemporalAddresses {
  /** Host and port of its gRPC interface. */
  address: string;
  /** Its Web UI; undefined when that of a given server is unknown. */
  uiUrl: string | undefined;
}

/**
 * Path of a `temporal` with a server of 1.29 or newer: the one on the PATH, else CLI 1.5.1 from the cache.
 */
export async function obtainTemporal(context: ObtainContext): Promise<string> {
  const onPath = findOnPath('temporal');
  const server = onPath && (await askVersion(onPath, ['--version'], /Server v?([\d.]+)/));
  if (onPath && server && isWithin(server, [1, 29], [2])) return onPath;
  const pins = fingerprint([pinFile(program.pins)]);
  const folder = await obtain(context, {
    name: `temporal-1.5.1-${process.platform}-${process.arch}-${pins}`,
    title: 'Temporal 1.5.1 (go, takes minutes)',
    build: async (draft, tools) => {
      requireGo({
        server: 'Temporal',
        setting: 'TEMPORAL_ADDRESS',
        binary: 'temporal 1.5 or newer',
        prerequisite: 'Go 1.25 or newer',
      });
      await installGoProgram(program, draft, tools);
    },
  });
  return path.join(folder, 'temporal');
}

/**
 * A step of a workflow takes several transactions, one after the other. Written ahead, they wait for the disk
 * once in a while and not several times each: what a killed server has acknowledged is there, while a machine
 * that loses its power may lose the last moments.
 */
const pragmas = ['journal_mode=WAL', 'synchronous=NORMAL'];

/**
 * Starts Temporal with its Web UI and answers once namespace and search attributes are there. The namespace
 * keeps closed runs for nine days, or longer where it was told to before.
 */
export async function startTemporal(binary: string, context: StartContext): Promise<TemporalAddresses> {
  const folder = path.join(context.dataFolder, 'temporal');
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose('temporal');
  const uiPort = await context.ports.choose('temporal-ui');
  const attributes = Object.entries(registeredSearchAttributes).map(([name, type]) => `${name}=${type}`);
  const child = await context.children.start({
    name: 'temporal',
    command: binary,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port)],
      ...['--ui-ip', '127.0.0.1', '--ui-port', String(uiPort)],
      ...['--db-filename', path.join(folder, 'temporal.db'), '--log-level', 'warn'],
      ...pragmas.flatMap((pragma) => ['--sqlite-pragma', pragma]),
      ...Object.entries(dynamicConfig).flatMap(([key, value]) => [
        '--dynamic-config-value',
        `${key}=${value}`,
      ]),
      ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
    ],
  });
  const address = `127.0.0.1:${port}`;
  await waitUntilReady({
    child,
    signal: context.signal,
    timeoutMs: readyTimeoutMs,
    probe: () => whileConnected(address, findSearchAttributes),
  });
  await whileConnected(address, keepClosedRuns);
  return { address, uiUrl: `http://127.0.0.1:${uiPort}` };
}
