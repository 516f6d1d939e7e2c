import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Linter } from 'eslint';
import * as parser from '@typescript-eslint/parser';
import { componentsOf, importRules } from '../../lint/import-plugin';
import { LAYERS, zoneOf } from '../../lint/import-rule';

const root = path.join(__dirname, '../..');
const linter = new Linter({ cwd: root });

/** Faults of one statement in a file of the project. */
function faults(file: string, statement: string): string[] {
  const found = linter.verify(
    statement,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser },
        plugins: { imports: { rules: importRules } },
        rules: { 'imports/layers': 'error' },
      },
    ],
    { filename: path.join(root, file) },
  );
  return found.map(({ message }) => message);
}

const value = (from: string) => `import { x } from '${from}';`;
const type = (from: string) => `import { type X } from '${from}';`;

it.each([
  ['the domain imports no package', 'src/domain/platform/ids.ts', value('mongodb')],
  ['nor Node', 'src/domain/platform/ids.ts', value('node:crypto')],
  ['nor a store', 'src/domain/documents/layers.ts', value('../../stores')],
  ['a workflow imports no store', 'workflows/documents/parse-job.ts', type('../../src/stores')],
  ['nor Node', 'workflows/documents/parse-job.ts', value('node:fs')],
  ['nor an activity', 'workflows/documents/parse-job.ts', type('../../activities')],
  ['a store imports no driver of Temporal', 'src/stores/platform/uploads.ts', value('@temporalio/client')],
  ['nor the API', 'src/stores/platform/uploads.ts', type('../../../api/deps')],
  ['a capability imports no store', 'src/net/deadline.ts', type('../stores/mongo/mongo')],
  ['nor MongoDB', 'src/blobs/meter.ts', type('mongodb')],
  ['nor Elasticsearch', 'src/webhooks/sign.ts', value('@elastic/elasticsearch')],
  ['nor koa', 'src/parsing/index.ts', value('@koa/router')],
  ['nor another one but through its index', 'src/webhooks/sign.ts', value('../net/deadline')],
  ['retrieval imports no client of Temporal', 'src/retrieval/index.ts', value('@temporalio/client')],
  ['an activity does not start workflows', 'activities/documents/retention.ts', value('../../src/jobs/runs')],
  ['nor imports koa', 'activities/documents/retention.ts', value('koa')],
  ['nor a client of Temporal', 'activities/documents/retention.ts', value('@temporalio/client')],
  [
    'jobs import only types of workflows',
    'src/jobs/documents.ts',
    value('../../workflows/documents/parse-job'),
  ],
  ['nor a store', 'src/jobs/documents.ts', type('../stores')],
  ['the API imports no workflow', 'api/app.ts', type('../workflows')],
  ['nor an activity', 'api/app.ts', value('../activities')],
  ['nor Temporal', 'api/documents/parse-jobs/routes.ts', value('@temporalio/client')],
  ['nor the connection to Temporal', 'api/app.ts', value('../src/temporal/temporal-call')],
  ['nor a driver', 'api/documents/parse-jobs/routes.ts', type('mongodb')],
  [
    'a library imports nothing of the service',
    'packages/spreadsheet-reader/src/index.ts',
    type('../../../src/net'),
  ],
  ['nor a package that it does not name', 'packages/spreadsheet-reader/src/index.ts', value('zod')],
  [
    'no layer imports a library by its path',
    'src/parsing/index.ts',
    value('../../packages/spreadsheet-reader/src'),
  ],
  ['no layer imports a program', 'api/app.ts', value('../src/worker')],
  ['no layer imports a test', 'src/worker.ts', value('../test/setup/api')],
  ['no layer imports an embedded server', 'src/worker.ts', value('../embedded/start')],
  ['platform imports no documents', 'src/domain/platform/ids.ts', type('../documents/layers')],
  ['nor products', 'api/platform/health/routes.ts', type('../../products/deps')],
  ['the route framework imports no documents', 'api/http/route.ts', type('../documents/schemas/chunks')],
  ['nor parsing', 'api/platform/uploads/routes.ts', value('../../../src/parsing')],
  ['a neutral capability imports no documents', 'src/models/index.ts', type('../domain/documents/query')],
  ['plumbing imports no documents', 'src/stores/elastic/bulk.ts', type('../documents/search-index')],
  ['documents import no products', 'api/documents/chunks/routes.ts', type('../../products/routes/indexes')],
  ['retrieval imports no product search', 'src/retrieval/index.ts', value('../product-search')],
  ['products import no documents', 'src/stores/products/builds.ts', type('../documents/contents/chunks')],
  ['product search imports no retrieval', 'src/product-search/filter.ts', value('../retrieval')],
  ['a wing imports no values of the composition', 'api/documents/chunks/routes.ts', value('../../app')],
  ['an export is an import', 'src/net/index.ts', "export { x } from '../stores/mongo/mongo';"],
  ['so is a call of import()', 'src/net/index.ts', "void import('../stores/mongo/mongo');"],
  ['so is require()', 'src/net/index.ts', "require('../stores/mongo/mongo');"],
  ['so is import = require()', 'src/net/index.ts', "import x = require('mongodb');"],
  ['so is a type of import()', 'src/net/index.ts', "type X = import('../stores/mongo/mongo').Mongo;"],
  ['a bare import is one by value', 'api/http/server.ts', "import '../../src/config';"],
  ['a file of no layer is refused', 'src/new-folder/file.ts', 'const x = 1;'],
  ['so is an import of one', 'api/app.ts', value('../src/new-folder/file')],
])('%s (%s)', (_, file, statement) => {
  expect(faults(file, statement)).toHaveLength(1);
});

it.each([
  ['src/domain/documents/layers.ts', value('../platform/ids')],
  ['workflows/documents/parse-job.ts', value('@temporalio/workflow')],
  ['workflows/documents/parse-job.ts', value('../activity-proxies')],
  ['workflows/activity-proxies.ts', type('../src/domain/activities')],
  ['src/stores/documents/contents/chunks.ts', value('../../mongo/mongo')],
  ['src/stores/index.ts', value('./documents/contents/chunks')],
  ['src/blobs/index.ts', type('../config')],
  ['src/parsing/index.ts', value('spreadsheet-reader')],
  ['src/webhooks/post-event.ts', value('../net')],
  ['src/webhooks/post-event.ts', value('../../package.json')],
  ['src/net/index.ts', value('./deadline')],
  ['src/retrieval/index.ts', value('../stores/documents/contents/chunks')],
  ['src/retrieval/index.ts', type('../stores')],
  ['activities/documents/retention.ts', type('../deps')],
  ['activities/deps.ts', type('../src/jobs')],
  ['src/jobs/documents.ts', type('../../workflows/documents/parse-job')],
  ['api/documents/chunks/routes.ts', type('../../deps')],
  ['src/services/documents/parse-jobs/accept.ts', value('../../../jobs/runs')],
  ['api/routes.ts', value('../src/job-events')],
  ['src/api.ts', value('../api/app')],
  ['src/worker.ts', value('../activities')],
  ['test/setup/api.ts', value('../../src/net/deadline')],
])('%s may have %s', (file, statement) => {
  expect(faults(file, statement)).toEqual([]);
});

it('each TypeScript file of the service belongs to a layer and a wing, and no entry stands twice', () => {
  const packages = ['client', 'cli', 'console'].map((name) => `:!packages/${name}/`);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', ...packages], {
    cwd: root,
  });
  const files = listed.toString().trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => zoneOf(file) === null)).toEqual([]);
  const entries = LAYERS.flatMap((layer) => Object.values(layer.files).flat());
  expect(entries).toHaveLength(new Set(entries).size);
});

it('files are of one component exactly when they lead to each other', () => {
  const components = componentsOf(
    new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
      ['d', ['b', 'e']],
      ['e', []],
    ]),
  );
  expect(components.get('b')).toBe(components.get('d'));
  expect(new Set(['a', 'b', 'c', 'e'].map((file) => components.get(file))).size).toBe(4);
});
