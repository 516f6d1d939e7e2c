import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ObtainContext } from '../cache/entry';
import { findOnPath } from '../tools/find-on-path';
import { askVersion, isWithin } from '../tools/version';
import { waitUntilReady } from '../processes/wait-until-ready';
import type { StartContext } from './context';
import { obtainElasticsearchFromJars } from './elasticsearch-jars';

const readyTimeoutMs = 120_000;
const answerTimeoutMs = 5_000;
/** A race in its class initialisers can make it hang while it stops; it is not waited for long. */
const stopTimeoutMs = 10_000;
const alone = ['discovery.type=single-node'];
/** Leaves out the second compiler of Java. In a run of tests it takes more processor time than it saves. */
const oneCompiler = { JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1' };

/** How one particular Elasticsearch is started. */
export interface ElasticsearchProgram {
  command: string;
  /**
   * Arguments for a node without security on `port` of the loopback address, its data in `folder`, with
   * further settings as `name=value`.
   */
  args(folder: string, port: number, settings: readonly string[]): string[];
}

/** An Elasticsearch 9: the one on the PATH, else 9.5.3 from the cache. */
export async function obtainElasticsearch(context: ObtainContext): Promise<ElasticsearchProgram> {
  const onPath = findOnPath('elasticsearch');
  // An installed one refuses to run as root.
  if (onPath && process.getuid?.() !== 0) {
    const version = await askVersion(onPath, ['--version'], /Version: ([\d.]+)/);
    if (version && isWithin(version, [9, 0], [10])) return { command: onPath, args: installedArgs };
  }
  return obtainElasticsearchFromJars(context);
}

function installedArgs(folder: string, port: number, further: readonly string[]): string[] {
  const settings = [
    'xpack.security.enabled=false',
    'network.host=127.0.0.1',
    `http.port=${port}`,
    `path.data=${path.join(folder, 'data')}`,
    `path.logs=${path.join(folder, 'logs')}`,
    ...further,
  ];
  return settings.flatMap((setting) => ['-E', setting]);
}

/** A node: its name is that of its process, its log and its folder. */
export interface ElasticsearchNode {
  name: string;
  /** Further settings as `name=value`. */
  settings: readonly string[];
}

/** Starts Elasticsearch and answers its URL once its cluster takes requests; by default it is all of it. */
export async function startElasticsearch(
  program: ElasticsearchProgram,
  context: StartContext,
  { name, settings }: ElasticsearchNode = { name: 'elasticsearch', settings: alone },
): Promise<string> {
  const folder = path.join(context.dataFolder, name);
  await mkdir(folder, { recursive: true });
  const port = await context.ports.choose(name);
  const child = await context.children.start({
    name,
    command: program.command,
    args: program.args(folder, port, settings),
    ...(context.isShortLived === true && { env: oneCompiler }),
    stopTimeoutMs,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady({ child, signal: context.signal, timeoutMs: readyTimeoutMs, probe: () => probe(url) });
  return url;
}

async function probe(url: string): Promise<void> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`its cluster answers ${response.status}`);
}
