import path from 'node:path';
import { EmbeddedFailure, missingServer, type MissingServer } from '../failure';
import { type ToolContext, runTool } from '../processes/run-tool';
import { findOnPath } from './find-on-path';
import { readPins } from './pins';

/** A Go program of the module proxy. */
export interface GoProgram {
  /** Import path with its version, such as `example.org/tool/cmd/tool@v1.2.3`. */
  package: string;
  /** Pin list with one line per module: path, version and the `h1:` hash of Go's checksum database. */
  pins: string;
  /** Build tags, comma-separated; none by default. */
  tags?: string;
}

/** Throws the failure that names what is missing, where the machine has no Go to build it with. */
export function requireGo(missing: Omit<MissingServer, 'reason'>): void {
  if (findOnPath('go') === undefined) throw missingServer({ ...missing, reason: 'go is not on the PATH' });
}

/** Ends once no program is being built. */
let lastBuild: Promise<unknown> = Promise.resolve();

/**
 * Builds a program once those before it are built: they share packages, which builds side by side would each
 * compile, and one build keeps all cores busy.
 */
function inTurn<T>(build: () => Promise<T>): Promise<T> {
  const built = lastBuild.then(build);
  lastBuild = built.catch(() => undefined);
  return built;
}

/**
 * Builds `program` with the machine's Go into `folder`, then holds every module that Go compiled into it
 * against the pin list, so that it does not matter which mirror or checksum database the machine is set up
 * with.
 */
export async function installGoProgram(
  program: GoProgram,
  folder: string,
  tools: ToolContext,
): Promise<void> {
  // Symbol tables and debug data are half the size and of no use here.
  const args = ['install', '-ldflags=-s -w', `-tags=${program.tags ?? ''}`, program.package];
  await inTurn(() => runTool('go', args, tools, { GOBIN: folder, GOOS: '', GOARCH: '' }));
  const [importPath = ''] = program.package.split('@');
  // As Go names it: a major version at the end of the path is no name.
  const binary = path.join(folder, path.basename(importPath.replace(/\/v\d+$/, '')));
  const built = modulesOf(await runTool('go', ['version', '-m', binary], tools));
  const pinned = new Map(
    readPins(program.pins).map(([name, version, hash]) => [`${name!} ${version!}`, hash]),
  );
  for (const { module, hash } of built) {
    if (pinned.get(module) !== hash) {
      throw new EmbeddedFailure(
        `${program.package} was built from ${module} with another checksum than the pinned one.`,
      );
    }
  }
}

function modulesOf(buildInfo: string): { module: string; hash: string }[] {
  const fields = buildInfo.split('\n').map((line) => line.trim().split('\t'));
  return fields
    .filter(([kind]) => kind === 'mod' || kind === 'dep' || kind === '=>')
    .map(([, name = '', version = '', hash = '']) => ({ module: `${name} ${version}`, hash }));
}
