import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { signalGroup } from './processes/process-group';
import { forgetGroup, watchGroup } from './processes/watchdog';
import { projectRoot } from './project-root';
import { setting } from './setting';
import { describeSlowest, type SuiteResult } from './slowest-suites';
import { type JestReport, type Tally, tallyOfJest } from './tally';
import { type TestServers, toVariables } from './test-server-variables';

/**
 * Runs Jest with the servers' addresses and the folder of the compiled programs in its environment, its
 * output on the terminal, then names the slowest suites and counts the tests. What tests leave running ends
 * with it.
 */
export async function runJest(
  jestArguments: readonly string[],
  servers: TestServers,
  signal: AbortSignal,
): Promise<Tally> {
  signal.throwIfAborted();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sheaf-test-'));
  const reportFile = path.join(folder, 'report.json');
  try {
    const jest = path.join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js');
    // A handle that a failed test left open must not hold up the verdict.
    const args = [jest, '--forceExit', '--json', `--outputFile=${reportFile}`, ...jestArguments];
    const env = {
      ...toVariables(servers),
      ...timeBound(),
      TEST_PROGRAMS: path.join(projectRoot, 'dist'),
    };
    const exitCode = await runInGroup(args, env, signal);
    signal.throwIfAborted();
    if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport & {
      testResults: SuiteResult[];
    };
    for (const line of describeSlowest(report.testResults)) console.log(line);
    return tallyOfJest(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * With `TEST_MINUTES_MAX` no suite begins after so many minutes from now; those that are left out count as
 * skipped (`test/setup/timely-runner.cjs`).
 */
function timeBound(): Record<string, string> {
  const minutes = setting('TEST_MINUTES_MAX');
  if (minutes === undefined) return {};
  return { TEST_SUITES_UNTIL_MS: String(Date.now() + Number(minutes) * 60_000) };
}

async function runInGroup(
  args: string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const groupId = child.pid!;
  watchGroup(groupId);
  const end = (): unknown => signalGroup(groupId, 'SIGKILL');
  signal.addEventListener('abort', end);
  const exitCode = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  signal.removeEventListener('abort', end);
  end();
  forgetGroup(groupId);
  return exitCode;
}
