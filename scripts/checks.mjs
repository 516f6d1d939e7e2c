import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import path from 'node:path';
import { root } from './bootstrap.mjs';
import { compilerOf } from './build-packages.mjs';

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const typesOf = (project) => [process.execPath, [compilerOf(root), '-p', project, '--noEmit']];

/** Checks of the sources without running them: name, program, arguments; the longest first. */
const checks = [
  ['lint', bin('oxlint'), ['-c', 'oxlint.config.mjs', '--deny-warnings']],
  ['types', ...typesOf('tsconfig.json')],
  ['types of workflows', ...typesOf('tsconfig.workflows.json')],
  ['types of the client', ...typesOf('packages/client')],
  ['types of the command line', ...typesOf('packages/cli')],
  ['types of the console', ...typesOf('packages/console')],
  ['OpenAPI', process.execPath, [path.join(root, 'scripts', 'lint-openapi.mjs')]],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['dead code', bin('knip'), ['--no-progress']],
];

/**
 * Runs every check, as many at once as there are cores, and says how each went; one that fails shows its
 * output. Checks take only what processor time others leave, so that they may run beside tests.
 *
 * @param {AbortSignal} [signal] ends them
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(signal) {
  const waiting = [...checks];
  const tally = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined && !signal?.aborted; check = waiting.shift()) {
      if (await runCheck(check, signal)) tally.passed += 1;
      else tally.failed += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), checks.length) }, lane));
  return tally;
}

async function runCheck([name, program, args], signal) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) yieldToOthers(child.pid);
  // A linter has a process of its own below it, which would keep the pipes open.
  const endGroup = () => process.kill(-child.pid, 'SIGKILL');
  if (child.pid !== undefined) signal?.addEventListener('abort', endGroup);
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, killedBy) => resolve(code ?? killedBy));
  });
  signal?.removeEventListener('abort', endGroup);
  const took = `(${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;
  if (ending === 0) console.log(`✓ ${name} ${took}`);
  else console.log(`✗ ${name} ${took}\n${output.trimEnd() || ending}\n`);
  return ending === 0;
}

/**
 * Linux shares processor time among sessions first, so that the priority of a process counts in its own
 * alone.
 */
function yieldToOthers(pid) {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_BELOW_NORMAL));
  } catch (error) {
    // Other systems, and kernels without such groups, have no such file.
    if (error.code !== 'ENOENT') throw error;
  }
}
