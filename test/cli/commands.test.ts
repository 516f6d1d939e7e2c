import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { startScriptedService } from '../client/scripted-service';
import { runSheaf } from './run-sheaf';

const examples = path.join(__dirname, '../../examples');

let stack: Stack;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-cli-'));
  env = { SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text, XDG_CONFIG_HOME: folder };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stack.close();
});

const json = (text: string): unknown => JSON.parse(text);

test('a key that no header can carry is a wrong use', async () => {
  const refused = { code: 2, stderr: 'The key has characters that no key has.\n' };
  const key = 'schlüssel→';
  expect(await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_API_KEY: key } })).toMatchObject(refused);
  expect(await runSheaf(['login'], { env, input: key })).toMatchObject(refused);
});

test.each(['', 'nowhere', 'localhost:8080'])('%j is no address of a service', async (address) => {
  const wrong = {
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^The address of the service /) as string,
  };
  expect(await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_URL: address } })).toMatchObject(wrong);
  expect(await runSheaf(['login', '--url', address], { env, input: 'key\n' })).toMatchObject(wrong);
});

test('a reader of the output that has enough ends the command quietly', async () => {
  expect(await runSheaf(['jobs', 'ls', '--json'], { env, isUnread: true })).toMatchObject({
    code: 0,
    stderr: '',
  });
});

test('a workbook is parsed: fields between tabs in a pipe, or JSON', async () => {
  const file = path.join(examples, 'quarterly-report.xlsx');
  const plain = await runSheaf(['parse', file], { env });
  expect(plain).toMatchObject({ code: 0 });
  // No colours, no lines, no bars.
  expect(plain.stdout + plain.stderr).not.toMatch(/[\u2500-\u259f]/);
  expect(plain.stdout + plain.stderr).not.toContain(String.fromCharCode(27));
  const parsed = await runSheaf(['parse', file, '--json'], { env });
  const { status, chunks } = json(parsed.stdout) as { status: string; chunks: unknown[] };
  expect(status).toBe('completed');
  expect(plain.stdout.trimEnd().split('\n')).toHaveLength(chunks.length);
});

test('a workbook is parsed into tables, whose rows are written as CSV or JSON lines', async () => {
  const file = path.join(folder, 'sales.csv');
  writeFileSync(file, 'Region,Sum\nNorth,"1,234.50"\nSouth,"2,000.25"\nTotal,"3,234.75"\n');
  const parsed = await runSheaf(['parse', file, '--tables'], { env });
  expect(parsed).toMatchObject({
    code: 0,
    stdout: 'tbl_1_A1\tSheet1\tA1:B4\t3\t\tRegion: text, Sum: number\n',
  });
  const job = /^Job (prs_\w+)$/m.exec(parsed.stderr)![1]!;
  expect(await runSheaf(['tables', job], { env })).toMatchObject({ code: 0, stdout: parsed.stdout });
  expect(await runSheaf(['tables', job, 'tbl_1_A1', '--data'], { env })).toMatchObject({
    code: 0,
    stdout: 'Region,Sum\r\nNorth,1234.5\r\nSouth,2000.25\r\n',
  });
  const lines = await runSheaf(['tables', job, 'tbl_1_A1', '--format', 'ndjson'], { env });
  expect(json(lines.stdout.split('\n')[0]!)).toMatchObject({ row: 2, values: { Sum: 1234.5 } });
  expect(await runSheaf(['tables', job, 'tbl_9_A1'], { env })).toMatchObject({ code: 4, stdout: '' });
});

test('a document is parsed into chunks, or written as Markdown', async () => {
  const file = path.join(examples, 'pump-manual.pdf');
  const plain = await runSheaf(['parse', file], { env });
  expect(plain.code).toBe(0);
  expect(plain.stdout).toMatch(/^pump-manual\.pdf\t0-0\tHarbour pump HP-4/);
  const parsed = await runSheaf(['parse', file, '--json'], { env });
  const { type, chunks } = json(parsed.stdout) as { type: string; chunks: unknown[] };
  expect(type).toBe('document');
  expect(plain.stdout.trimEnd().split('\n')).toHaveLength(chunks.length);
  const markdown = await runSheaf(['parse', file, '--markdown'], { env });
  expect(markdown).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Job prs_\w+$/m) as string });
  expect(markdown.stdout).toMatch(/^<!-- page 0 -->\n\n# Harbour pump HP-4\n/);
  const table = path.join(folder, 'table.csv');
  writeFileSync(table, 'Region,Sum\nNorth,1\n');
  expect(await runSheaf(['parse', table, '--as', 'document'], { env })).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('POST /v3/parse/spreadsheets') as string,
  });
  for (const wrong of [
    [file, '--tables'],
    [table, '--markdown'],
    [table, '--tables', '--markdown'],
    [table, '--as', 'picture'],
  ])
    expect(await runSheaf(['parse', ...wrong], { env })).toMatchObject({ code: 2, stdout: '' });
});

test('a job is watched, listed, taken back; a query answers with its scores', async () => {
  const content = 'The pump lifts water.';
  const jobId = await stack.accepted(stack.index('text', { content, filename: 'pump.txt' }));
  expect(await runSheaf(['jobs', 'watch', jobId], { env })).toMatchObject({
    code: 0,
    stdout: `${jobId}\tcompleted\n`,
  });
  expect((await runSheaf(['jobs', 'ls'], { env })).stdout).toContain(jobId);
  const asked = await runSheaf(['query', 'manuals', 'what lifts water', '--explain'], { env });
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.stdout).toMatch(/^[\d.]+\tpump\.txt\tThe pump lifts water\.\t[\d.]+\t[\d.]+\t/);
  const filtered = ['query', 'manuals', 'what lifts water', '--filter', '{"year":1}'];
  expect(await runSheaf(filtered, { env })).toMatchObject({ code: 0, stdout: '' });
  expect(await runSheaf(['jobs', 'rollback', jobId], { env })).toMatchObject({ code: 0 });
  expect(await stack.documents()).toEqual([]);
});

test('a job that runs is cancelled, and its end is told', async () => {
  // The file never arrives.
  stack.links.files.set('/endless.txt', () => undefined);
  const jobId = await stack.accepted(stack.index('url', { url: `${stack.links.origin}/endless.txt` }));
  await stack.indexJobWhen(jobId, ({ status }) => status === 'running');
  const cancelled = await runSheaf(['jobs', 'cancel', jobId], { env });
  expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining(`${jobId}\t`) as string });
  const watched = await runSheaf(['jobs', 'watch', jobId], { env });
  expect(watched).toMatchObject({ code: 7, stderr: expect.stringMatching(/^cancelled: /) as string });
});

test('an evaluation is run under two configurations and shows a scorecard of each', async () => {
  const jobId = await stack.accepted(
    stack.index('text', { content: 'A gasket seals a joint.', filename: 'gasket.txt' }),
  );
  await stack.indexed(jobId);
  const cases = path.join(folder, 'cases.ndjson');
  const configs = path.join(folder, 'configs.json');
  writeFileSync(cases, '{"query":"what seals a joint","expected_files":["gasket.txt"]}\n');
  writeFileSync(configs, '[{"name":"ten"},{"name":"one","limit":1}]');
  const run = await runSheaf(['eval', 'run', 'manuals', cases, '--config', configs], { env });
  expect(run).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Differences .+\n {2}(ten against one|one against ten): /) as string,
  });
  const rows = run.stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  expect(rows.map(([name, recall]) => [name, recall])).toEqual([['ten', '1'], ['one', '1']]); // prettier-ignore
  const whole = await runSheaf(['eval', 'run', 'manuals', cases, '--json'], { env });
  expect(json(whole.stdout)).toMatchObject({
    status: 'completed',
    scorecards: { default: { scored: 1, recall_at_1: 1 } },
  });
  const begun = await runSheaf(['eval', 'run', 'manuals', cases, '--no-wait'], { env });
  expect(begun.stdout).toMatch(/^eval_\w+\t\w+\n$/);
});

test.each([
  ['cases that are no JSON', 'nonsense\n', undefined, 5],
  ['cases of which no document is there', '{"query":"x","expected_files":["none.txt"]}\n', undefined, 7],
  ['a configuration that is none', '{"query":"x","expected_files":["none.txt"]}\n', '{"limit":1}', 5],
  ['a file of configurations that is no JSON', '', '{', 2],
])('an evaluation with %s has an exit code', async (_, cases, config, code) => {
  const files = { cases: path.join(folder, 'wrong.ndjson'), config: path.join(folder, 'wrong.json') };
  writeFileSync(files.cases, cases);
  writeFileSync(files.config, config ?? '');
  const options = config === undefined ? [] : ['--config', files.config];
  const run = await runSheaf(['eval', 'run', 'manuals', files.cases, ...options], { env });
  expect(run).toMatchObject({ code, stdout: '' });
  expect(run.stderr).not.toBe('');
});

test('records are pushed, built and searched', async () => {
  const file = path.join(folder, 'shop.ndjson');
  writeFileSync(file, '{"id":"1","name":"Bilge pump"}\n{"id":"2","name":"Ball valve"}\n');
  expect(await runSheaf(['products', 'create', 'shop', '--id-field', 'id'], { env })).toMatchObject({
    code: 0,
  });
  expect(await runSheaf(['products', 'push', 'shop', file], { env })).toMatchObject({ stdout: '2\t2\t0\n' });
  expect(await runSheaf(['products', 'build', 'shop'], { env })).toMatchObject({ code: 0 });
  const found = await runSheaf(['products', 'search', 'shop', 'pump', '--json'], { env });
  expect(json(found.stdout)).toMatchObject({ total: 1, hits: [{ id: '1' }] });
});

test('a wrong record is named by its line of the file, and what was uploaded before is told', async () => {
  const file = path.join(folder, 'many.ndjson');
  const records = Array.from({ length: 50_000 }, (_, at) => `{"id":"${at}"}\n`);
  writeFileSync(file, `\n${records.join('')}{"id":\n`);
  expect(await runSheaf(['products', 'create', 'many', '--id-field', 'id'], { env })).toMatchObject({
    code: 0,
  });
  const run = await runSheaf(['products', 'push', 'many', file], { env });
  expect(run).toMatchObject({ code: 5, stdout: '' });
  expect(run.stderr).toMatch(/^The first 50000 records were uploaded\.\nVALIDATION_ERROR: /);
  expect(run.stderr).toMatch(/^ {2}line 50002: /m);
});

test('settings are shown by field, replaced from a file or a pipe, and refused with the place', async () => {
  expect(await runSheaf(['products', 'create', 'parts', '--id-field', 'id'], { env })).toMatchObject({
    code: 0,
  });
  const again = await runSheaf(['products', 'create', 'parts'], { env });
  expect(again).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringMatching(/^INDEX_EXISTS: /) as string,
  });
  const records = path.join(folder, 'parts.ndjson');
  writeFileSync(records, '{"id":"1","name":"Bolt","size":4}\n{"id":"2","name":"Nut","size":6}\n');
  await runSheaf(['products', 'push', 'parts', records], { env });
  const shown = await runSheaf(['products', 'settings', 'parts'], { env });
  expect(shown.stdout).toMatch(/^size\tnumber\tinferred\tsearchable filterable facet sortable$/m);
  const settings = path.join(folder, 'settings.json');
  writeFileSync(settings, '{"fields":{"size":{"unit":"mm","facet":false}}}');
  const replaced = await runSheaf(['products', 'settings', 'parts', '--set', settings], { env });
  expect(replaced).toMatchObject({ code: 0, stderr: 'Takes effect: the next build\n' });
  expect(replaced.stdout).toMatch(/^size\tnumber \(mm\)\tinferred\tsearchable filterable sortable$/m);
  const piped = ['products', 'settings', 'parts', '--set', '-', '--json'];
  const unset = await runSheaf(piped, { env, input: '{}' });
  expect(json(unset.stdout)).toMatchObject({ settings: {} });
  const wrong = await runSheaf(piped, { env, input: '{"fields":{"size":{"facet":"yes"}}}' });
  expect(wrong).toMatchObject({ code: 5, stdout: '' });
  expect(wrong.stderr).toMatch(/^VALIDATION_ERROR: body\.fields\.size\.facet: \S/);
});

test.each([
  ['an unknown command', ['search', 'x'], 2, /unknown command[^]*`sheaf query` searches documents/],
  ['an unknown option', ['jobs', 'ls', '--what'], 2, /unknown option/],
  ['a count that is none', ['jobs', 'ls', '--limit', 'all'], 2, /whole number/],
  ['a filter that is no JSON', ['query', 'manuals', 'x', '--filter', '{'], 2, /no JSON/],
  ['an unknown collection', ['query', 'nowhere', 'x'], 4, /^collection_not_found: .+ \(request .+\)$/m],
  [
    'a further collection that is unknown',
    ['query', 'manuals', 'x', '--collection', 'nowhere'],
    4,
    /^collection_not_found: /,
  ],
  ['a ratio above 1', ['query', 'manuals', 'x', '--semantic-ratio', '2'], 2, /auto, or a number from 0 to 1/],
  ['an unknown job', ['jobs', 'watch', 'job_x'], 4, /^job_not_found: /],
  [
    'a file that is not there',
    ['parse', '/nowhere.xlsx'],
    1,
    /^There is no file or folder \/nowhere\.xlsx\.$/m,
  ],
  ['a folder in place of a file', ['products', 'push', 'x', '/tmp'], 1, /folder/],
  ['a file in place of a folder', ['index', 'x', '/etc/hostname'], 1, /^\/etc\/hostname is not a folder\.$/m],
  ['a deletion without a terminal', ['collections', 'rm', 'manuals'], 2, /--yes/],
  [
    'an unknown collection to delete',
    ['collections', 'rm', 'nowhere', '--yes'],
    4,
    /^collection_not_found: /,
  ],
  ['an unknown index to delete', ['products', 'rm', 'nowhere', '--yes'], 4, /^INDEX_NOT_FOUND: /],
  ['an unknown document', ['documents', 'get', 'manuals', 'doc_x'], 4, /^document_not_found: /],
  ['an unknown shell', ['completion', 'cmd'], 2, /bash, zsh, fish/],
])('%s has an exit code and a line on stderr', async (_, args, code, line) => {
  const run = await runSheaf(args, { env });
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(line) as string });
});

test('a job that fails has an exit code of its own', async () => {
  const jobId = await stack.accepted(stack.index('url', { url: `${stack.links.origin}/missing.pdf` }));
  const run = await runSheaf(['jobs', 'watch', jobId], { env });
  expect(run).toMatchObject({ code: 7, stderr: expect.stringContaining('all_files_failed') as string });
});

test('a job of which one file fails has that exit code too, and says how many', async () => {
  const files = path.join(folder, 'one-broken');
  mkdirSync(files);
  writeFileSync(path.join(files, 'seal.txt'), 'A gasket seals a joint.');
  writeFileSync(path.join(files, 'broken.pdf'), '%PDF-1.4 and nothing more');
  expect(await runSheaf(['index', 'broken', files], { env })).toMatchObject({ code: 7 });
  const listed = await runSheaf(['jobs', 'ls', '--limit', '1'], { env });
  const [jobId = ''] = listed.stdout.split('\t');
  expect(await runSheaf(['jobs', 'watch', jobId], { env })).toMatchObject({
    code: 7,
    stdout: `${jobId}\tcompleted_with_errors\n`,
    stderr: `${jobId}: 1 of 2 files failed\n`,
  });
});

test.each([
  ['a sentence of its own', 'The request has invalid fields; see details.'],
  ['the fault of the first field as its sentence', 'must be at most 100'],
])('each wrong field is told once, where the refusal has %s', async (_, message) => {
  const details = [
    { loc: ['query', 'limit'], msg: 'must be at most 100', type: 'less_than_equal' },
    { loc: ['query', 'status'], msg: 'is no status', type: 'enum' },
  ];
  const service = await startScriptedService([
    { status: 400, json: { error: 'validation_error', message, details, path: '/v2/jobs', success: false } },
  ]);
  const run = await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_URL: service.baseUrl } });
  await service.close();
  const times = (text: string) => run.stderr.split(text).length - 1;
  expect([run.code, times('must be at most 100'), times('is no status')]).toEqual([5, 1, 1]);
  expect(run.stderr).toContain('query.limit: must be at most 100');
  expect(run.stderr).toContain('query.status: is no status');
});

test('a service that is away has an exit code of its own, and the line says why', async () => {
  const service = await startScriptedService(['cut']);
  await service.close();
  const run = await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_URL: service.baseUrl } });
  expect(run).toMatchObject({ code: 6, stdout: '' });
  expect(run.stderr).toContain(`${new URL(service.baseUrl).host}: nothing listens there`);
});

test.each([
  ['an answer that breaks off', { 'Content-Length': '1000', Connection: 'close' }, '{"jobs":[', /not answer/],
  ['a page of another server', { 'Content-Type': 'text/html' }, '<html></html>', /not the service/],
])('%s is no answer of the service', async (_, headers, text, line) => {
  const service = await startScriptedService([{ status: 200, headers, text }]);
  const run = await runSheaf(['jobs', 'ls'], { env: { ...env, SHEAF_URL: service.baseUrl } });
  await service.close();
  expect(run).toMatchObject({ code: 6, stdout: '', stderr: expect.stringMatching(line) as string });
});

test('Ctrl-C ends the waiting, with exit code 130', async () => {
  const pending = { status: 200, json: { job_id: 'job_1', status: 'running', progress: {} } };
  const service = await startScriptedService([pending]);
  const interruptWhen = (async () => {
    while (service.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  })();
  const own = { ...env, SHEAF_URL: service.baseUrl };
  const run = await runSheaf(['jobs', 'watch', 'job_1'], { env: own, interruptWhen });
  await service.close();
  expect(run).toMatchObject({ code: 130, stdout: '' });
});

test('Ctrl-C ends a login that waits for the service, with exit code 130', async () => {
  const service = await startScriptedService(['silence']);
  const interruptWhen = (async () => {
    while (service.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  })();
  const run = await runSheaf(['login', '--url', service.baseUrl], { env, input: 'key\n', interruptWhen });
  await service.close();
  expect(run).toMatchObject({ code: 130, stdout: '' });
});
