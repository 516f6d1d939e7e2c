import path from 'node:path';
import ts from 'typescript';

const file = path.join(__dirname, 'programs/misspelt.ts');

/** Calls with the member that is wrong in each; null where the call is right. */
const calls: [call: string, wrong: string | null][] = [
  [`sheaf.get('/v2/jobs', { params: { query: { limit: 5 } } })`, null],
  [`sheaf.get('/v2/jobs', { params: { query: { limt: 5 } } })`, 'limt'],
  [`sheaf.get('/v2/jobs', { parms: {} })`, 'parms'],
  [`sheaf.post('/v3/collections/{collection_name}/query', { params, body: { query: 'x', limit: 5 } })`, null],
  [
    `sheaf.post('/v3/collections/{collection_name}/query', { params, body: { query: 'x', limt: 5 } })`,
    'limt',
  ],
  [
    `sheaf.post('/v3/collections/{collection_name}/query', { params, body: { query: 'x', include: { relatons: true } } })`,
    'relatons',
  ],
  [
    `sheaf.post('/v1/indexes/{index}/search', { params: { path: { index: 'a' } }, body: { query: 'x' } })`,
    null,
  ],
  [
    `sheaf.post('/v1/indexes/{index}/search', { params: { path: { index: 'a' } }, body: { query: 'x', filtr: '' } })`,
    'filtr',
  ],
  [`sheaf.put('/v2/collections/{collection_name}', { params, retries: 0 })`, null],
  [`sheaf.put('/v2/collections/{collection_name}', { params, retrys: 0 })`, 'retrys'],
];

test('a misspelt member of a call is an error of types, at any depth', () => {
  const text = [
    `import type { Sheaf } from 'sheaf-client';`,
    `declare const sheaf: Sheaf; const params = { path: { collection_name: 'manuals' } };`,
    ...calls.map(([call]) => `void ${call};`),
  ].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const own = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...own,
    fileExists: (name) => name === file || own.fileExists(name),
    readFile: (name) => (name === file ? text : own.readFile(name)),
    getSourceFile: (name, language) =>
      name === file ? ts.createSourceFile(name, text, language) : own.getSourceFile(name, language),
  };
  const found = ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ start, messageText }) => ({
      line: text.slice(0, start).split('\n').length - 3,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
  const wrong = [...calls.entries()].filter(([, [, member]]) => member !== null);
  expect(found).toEqual(
    wrong.map(([line, [, member]]) => ({
      line,
      message: expect.stringContaining(`'${member!}'`) as string,
    })),
  );
});
