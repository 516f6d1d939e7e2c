import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scripts } from '../../package.json';
import { programArguments } from '../setup/program-process';

const root = path.join(__dirname, '../..');
/** Lets Node run TypeScript. */
const typescript = createRequire(__filename).resolve('tsx');

/** The commands of operators in `package.json`, as they run outside of the repository. */
const operatorScripts = Object.fromEntries(
  Object.entries(scripts).flatMap(([name, script]) => {
    const [, program] = /^tsx src\/([\w-]+)\.ts$/.exec(script) ?? [];
    return program === undefined ? [] : [[name, ['exec node', ...programArguments(program)].join(' ')]];
  }),
);

/** Address of the service in scripts. */
const documentedUrl = 'http://localhost:8080';
/** Links that the service of a test hands out lead to it under its public name. */
const publicCurl = 'curl() { command curl "${@/#https:\\/\\/sheaf.example/$SHEAF_URL}"; }';

/** A folder in which the examples run as in the repository, and what they write stays there. */
export interface ExampleFolder {
  /** Starts a file of `examples/`. */
  start(file: string, env?: Record<string, string>): StartedExample;
  /** Runs one to its end. @throws Error with what it printed when it fails */
  run(file: string, env?: Record<string, string>): Promise<{ stdout: string; stderr: string }>;
  /**
   * Runs scripts one after the other in one shell, as a reader pastes them; answers what each has printed.
   *
   * @throws Error with what they printed when one fails
   */
  paste(files: readonly string[], env?: Record<string, string>): Promise<Record<string, string>>;
  remove(): void;
}

/** A running example, which grows its output. */
export interface StartedExample {
  process: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Settles once standard output has this. @throws Error when it ends before */
  printed(text: string): Promise<void>;
}

/**
 * Makes such a folder.
 *
 * @param env of every example: address and key of the service
 */
export function exampleFolder(env: { SHEAF_URL: string; SHEAF_API_KEY: string }): ExampleFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'sheaf-examples-'));
  cpSync(path.join(root, 'examples'), path.join(folder, 'examples'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(path.join(root, 'packages'), path.join(folder, 'packages'));
  // `npm run` works in the folder of the package.
  const own = { ...operatorScripts, sheaf: 'exec node packages/cli/dist/main.js' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'examples', scripts: own }));
  mkdirSync(path.join(folder, '.data'));
  writeFileSync(path.join(folder, '.data', 'dev-api-key'), `${env.SHEAF_API_KEY}\n`);

  const start: ExampleFolder['start'] = (file, own = {}) => {
    const [program, ...args] = file.endsWith('.sh')
      ? ['bash', '-euo', 'pipefail', file]
      : [process.execPath, '--import', typescript, file];
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    const printed = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (output.stdout.includes(text)) resolve();
        };
        child.stdout.on('data', look);
        child.once('close', (code) => {
          reject(new Error(`${file} ended with ${code}: ${output.stdout}${output.stderr}`));
        });
        look();
      });
    return { process: child, output, printed };
  };
  const run: ExampleFolder['run'] = async (file, own) => {
    const { process: child, output } = start(file, own);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`${file} ended with ${String(code)}: ${output.stdout}${output.stderr}`);
    return output;
  };

  return {
    start,
    run,
    async paste(files, own) {
      const mark = `--- ${randomUUID()} `;
      const texts = files.map((file) => {
        const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(documentedUrl, env.SHEAF_URL);
        return `echo '${mark}${file}'\n${text}`;
      });
      writeFileSync(path.join(folder, 'pasted.sh'), [publicCurl, ...texts].join('\n'));
      const { stdout } = await run('pasted.sh', own);
      const parts = stdout.split(mark).slice(1);
      return Object.fromEntries(parts.map((part) => part.split(/\n([\s\S]*)/, 2) as [string, string]));
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
