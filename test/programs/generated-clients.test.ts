import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { startApi, type TestApi } from '../setup/api';
import { heyApiCalls, openApiTypescriptCalls } from '../http/clients/typescript-calls';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-clients-'));
  const { text } = await api.request('/openapi.json');
  writeFileSync(path.join(folder, 'openapi.json'), text);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

/** Runs a program of a package in the folder. The packages are ES modules, which Jest does not load. */
function run(program: string, ...args: string[]): void {
  execFileSync(process.execPath, [path.resolve('node_modules', program), ...args], { cwd: folder });
}

/** Errors of the strictest compilation of a file and of all that it imports. */
function compile(name: string, text: string): string[] {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file: at, start, messageText }) =>
      [at?.fileName, start, ts.flattenDiagnosticMessageText(messageText, '\n')].join(': '),
    );
}

test('calls compile against the types of openapi-typescript', () => {
  run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.ts', '--default-non-nullable=false');
  expect(compile('openapi-typescript.ts', openApiTypescriptCalls)).toEqual([]);
});

test('calls compile against the functions of @hey-api/openapi-ts', () => {
  const settings = ['-i', 'openapi.json', '-o', 'sdk', '-c', '@hey-api/client-fetch', '--no-log-file'];
  run('@hey-api/openapi-ts/bin/run.js', ...settings);
  expect(compile('hey-api.ts', heyApiCalls)).toEqual([]);
});
