import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { signalGroup } from './processes/process-group';
import { forgetGroup, watchGroup } from './processes/watchdog';
import { projectRoot } from './project-root';
import { describeTimes, keepTimes, readLanes, readNotes, type SuiteResult, suiteTimes } from './suite-times';
import { type JestReport, type Tally, tallyOfJest } from './tally';
import { type TestServers, toVariables } from './test-server-variables';

/**
 * Runs Jest with the servers' addresses and the folder of the compiled programs in its environment, its
 * output on the terminal, then tells where the time went, keeps it, and counts the tests. What tests leave
 * running ends with it.
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
    const args = [jest, '--json', `--outputFile=${reportFile}`, ...jestArguments];
    const env = {
      ...toVariables(servers),
      TEST_SUITE_PARTS: folder,
      TEST_PROGRAMS: path.join(projectRoot, 'dist'),
    };
    const exitCode = await runInGroup(args, env, signal);
    signal.throwIfAborted();
    if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 };
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport & {
      testResults: SuiteResult[];
    };
    const times = suiteTimes(report.testResults, readNotes(folder), readLanes());
    keepTimes(times);
    for (const line of describeTimes(times)) console.log(line);
    return tallyOfJest(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
