import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openLegacy } from '../../src/legacy';
import { defaultLegacyLimits } from '../../src/legacy/child-process';
import { tempFiles } from '../zip/temp-files';

const write = tempFiles();
const page = Buffer.from('<table><tr><td>1</td></tr></table>');

/** Ids of the processes that have this file's name among their arguments. */
function processesOf(path: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(path);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function untilGone(path: string): Promise<void> {
  while (processesOf(path).length > 0) await nextTurn();
}

describe('the process that reads old workbooks', () => {
  it('is killed at its deadline', async () => {
    const path = write(page);
    await expect(openLegacy(path, { ...defaultLegacyLimits, deadlineMs: 1 })).rejects.toMatchObject({
      code: 'too_slow',
    });
    await untilGone(path);
  });

  // Only the compiled program runs under the system's limit; `npm test` compiles first.
  const compiled = join(__dirname, '../../dist/legacy');
  const whereCompiled = existsSync(compiled) ? it : it.skip;
  whereCompiled('cannot take more memory than it may (compiled: npm run build)', () => {
    const limits = { ...defaultLegacyLimits, memoryBytesMax: 64 * 1024 * 1024 };
    const program = `require(${JSON.stringify(compiled)}).openLegacy(${JSON.stringify(write(page))}, ${JSON.stringify(limits)})
      .then(() => console.log('read'), (error) => console.log(error.code));`;
    const { stdout } = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
    expect(stdout.trim()).toBe('too_large');
  });

  it('ends when its workbook is closed', async () => {
    const path = write(page);
    const reader = await openLegacy(path);
    expect(processesOf(path)).toHaveLength(1);
    reader.close();
    await untilGone(path);
  });

  it('gives a typed error when it dies between two questions', async () => {
    const path = write(page);
    const reader = await openLegacy(path);
    const layout = reader.layout(reader.sheets[0]!);
    for (const pid of processesOf(path)) process.kill(pid, 'SIGKILL');
    await layout.catch(() => null);
    await untilGone(path);
    await expect(reader.layout(reader.sheets[0]!)).rejects.toMatchObject({ code: 'too_large' });
    reader.close();
  });

  it('ends when the process that asks it is killed', async () => {
    const path = write(page);
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', join(__dirname, 'programs/hold-open.ts'), path],
      {
        cwd: __dirname,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(parent.stdout, 'data');
    expect(processesOf(path)).toHaveLength(2);
    parent.kill('SIGKILL');
    await untilGone(path);
  });

  it('sees nothing of the environment', async () => {
    const path = write(page);
    const reader = await openLegacy(path);
    const [pid] = processesOf(path);
    const names = readFileSync(`/proc/${pid!}/environ`, 'latin1')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    reader.close();
    expect(names.filter((name) => name !== '' && name !== 'PWD')).toEqual(
      expect.arrayContaining(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']),
    );
    expect(names).not.toContain('PATH');
  });
});
