import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createChildren } from '../../embedded/processes/children';
import { startKept } from '../../embedded/processes/kept-program';
import { until } from './run-program';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();

const childrenHere = () =>
  createChildren({ logFolder: folder(), recordFile: path.join(folder(), 'processes.json') });
const program = (code: string) => ({ name: 'part', command: process.execPath, args: ['-e', code] });
const stayAlive = 'console.log(process.pid); setInterval(() => undefined, 1000)';

test('a program that is killed is started again, and said so; one that is stopped is not', async () => {
  const children = childrenHere();
  const reports: string[] = [];
  const { first } = await startKept(children, program(stayAlive), {
    report: (line) => reports.push(line),
    mayRestart: () => true,
  });
  const pid = () => Number(readFileSync(first.logFile, 'utf8'));
  await until(() => pid() === first.pid);
  process.kill(first.pid, 'SIGKILL');
  await until(() => reports.length > 0 && pid() > 0 && pid() !== first.pid);
  const second = pid();
  await children.stopAll();
  expect(() => process.kill(second, 0)).toThrow('ESRCH');
  expect(reports).toEqual([expect.stringMatching(/^part was ended by SIGKILL.*\npart is started again\.$/s)]);
});

test('a program that ends a fourth time within a minute has failed', async () => {
  const children = childrenHere();
  const reports: string[] = [];
  const { failed } = await startKept(children, program("console.log('no port'); process.exit(3)"), {
    report: (line) => reports.push(line),
    mayRestart: () => true,
  });
  expect(await failed).toMatch(/^part ended with code 3.*no port.*\npart ended 4 times within a minute\.$/s);
  expect(reports).toHaveLength(3);
  await children.stopAll();
});

test('a program that ends before the stack is up has failed', async () => {
  const children = childrenHere();
  const { failed } = await startKept(children, program('process.exit(3)'), {
    report: () => undefined,
    mayRestart: () => false,
  });
  expect(await failed).toMatch(/^part ended with code 3/);
  await children.stopAll();
});
