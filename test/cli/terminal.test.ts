import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { startScriptedService } from '../client/scripted-service';
import { runTerminal } from './run-sheaf';

const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;
const inTerminal = hasTerminal ? test : test.skip;

let stack: Stack;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-terminal-'));
  env = { SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text, XDG_CONFIG_HOME: folder };
  const cell = (row: number) => `"größe ${row} → 倉庫 \u001b[31mred ${'long text '.repeat(20)}"`;
  const rows = Array.from({ length: 2_000 }, (_, row) => `${row},${cell(row)}`);
  writeFileSync(path.join(folder, 'wide.csv'), ['id,remark', ...rows].join('\n'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

/** Columns of a line: the fixture has these two characters of two columns. */
const columnsOf = (line: string) => Array.from(line).length + [...line.matchAll(/[倉庫]/g)].length;

inTerminal('on a terminal, chunks are lines that fit it, and nothing of a file is obeyed', async () => {
  const file = path.join(folder, 'wide.csv');
  const { code, output } = await runTerminal(['parse', file], { env });
  expect(code).toBe(0);
  const lines = output.slice(output.indexOf('sheet  ')).trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => columnsOf(line) > 80)).toEqual([]);
  // The first chunk is the row of names.
  expect(lines.slice(3).filter((line) => !line.endsWith('…'))).toEqual([]);
  expect(output).not.toContain('\u001b[31m');
});

inTerminal('--full shows all of each chunk', async () => {
  const { code, output } = await runTerminal(['parse', path.join(folder, 'wide.csv'), '--full'], { env });
  expect(code).toBe(0);
  for (const row of [0, 999, 1_999]) expect(output).toContain(`größe ${row} → 倉庫`);
  expect(output.match(/long text long text/g)!.length).toBeGreaterThan(2_000);
  expect(output).not.toContain('\u001b[31m');
});

inTerminal('Ctrl-C ends the output, with exit code 130', async () => {
  const args = ['--full', 'query', 'manuals', 'x'];
  const results = Array.from({ length: 1_000 }, (_, at) => ({ score: at, text: 'long text '.repeat(200) }));
  const service = await startScriptedService([{ status: 200, json: { results } }]);
  const run = await runTerminal(args, { env: { ...env, SHEAF_URL: service.baseUrl }, isInterrupted: true });
  await service.close();
  expect(run.code).toBe(130);
  expect(run.output).not.toContain('score  999');
});

inTerminal('what is deleted is named first; another name deletes nothing', async () => {
  await stack.createCollection('papers');
  const remove = ['collections', 'rm', 'papers'];
  const other = await runTerminal(remove, { env, typed: 'paper' });
  expect([other.code, other.output]).toEqual([1, expect.stringContaining('Nothing was deleted.')]);
  expect(other.output).toContain('the collection papers with its 0 documents');
  const interrupted = await runTerminal(remove, { env, typed: '\u0003' });
  expect(interrupted.code).toBe(130);
  const list = ['collections', 'ls'];
  expect((await runTerminal(list, { env })).output).toMatch(/^collection .*\r\n─[^]*papers /);
  expect((await runTerminal(remove, { env, typed: 'papers' })).code).toBe(0);
  expect((await runTerminal(list, { env })).output).not.toContain('papers');
});

inTerminal('a key that is typed is not shown', async () => {
  const own = { XDG_CONFIG_HOME: path.join(folder, 'typed') };
  const login = ['login', '--url', stack.api.baseUrl];
  const { code, output } = await runTerminal(login, { env: own, typed: stack.key.text });
  expect([code, output]).toEqual([0, expect.stringContaining('Kept in')]);
  expect(output).not.toContain(stack.key.text);
  const shown = await runTerminal(['whoami'], { env: own });
  expect(shown.output).toMatch(/^environment +production\r$/m);
});

inTerminal(
  'hits are a table of title, brand, price and category first, with or without their roles',
  async () => {
    const common = { stock: 3, tags: ['a'], price: 49.5, _score: 1, _matched: {} };
    const texts = { text: 'Pumps.', label: 'Bilge pump', kinds: ['Pumps', 'Boats'], maker: 'Acme' };
    const roles = { text: 'description', label: 'title', kinds: 'category', maker: 'brand' };
    const fields = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }]));
    const service = await startScriptedService([
      { status: 200, json: { index: 'shop', hits: [{ id: '1', ...common, ...texts }] } },
      { status: 200, json: { served: { fields } } },
      { status: 200, json: { index: 'shop', hits: [{ id: '1', ...common, brand: 'Acme', title: 'Pump' }] } },
      { status: 403, json: {} },
    ]);
    const own = { ...env, SHEAF_URL: service.baseUrl };
    const search = ['products', 'search', 'shop', 'pump'];
    expect((await runTerminal(search, { env: own })).output.split('\r\n')).toEqual([
      'id  label       maker  price  kinds         stock',
      '──  ──────────  ─────  ─────  ────────────  ─────',
      '1   Bilge pump  Acme    49.5  Pumps, Boats      3',
      '',
    ]);
    // A key that may only search does not read the roles.
    expect((await runTerminal(search, { env: own })).output.split('\r\n')).toEqual([
      'id  title  brand  price  stock',
      '──  ─────  ─────  ─────  ─────',
      '1   Pump   Acme    49.5      3',
      '',
    ]);
    await service.close();
  },
);

inTerminal('a list without items says so', async () => {
  const service = await startScriptedService([{ status: 200, json: { hits: [] } }]);
  const run = await runTerminal(['products', 'search', 'shop', 'pump'], {
    env: { ...env, SHEAF_URL: service.baseUrl },
  });
  expect(run.output).toBe('Nothing found.\r\n');
  await service.close();
});
