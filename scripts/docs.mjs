// Writes the generated parts of the documentation, and the types of the client: `npm run docs`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run, writeClientTypes } from './openapi-document.mjs';

const require = createRequire(import.meta.url);
require('tsx/cjs');
const { importTables } = require('../lint/import-table.ts');
const { metricsTable } = require('../src/metrics/metrics-page.ts');
const { configExample, configTable } = require('../src/config-docs.ts');
const { commandTable } = require('../src/admin/command-table.ts');
const { scheduleTable } = require('../src/temporal/schedule-docs.ts');

/** Pages that may show files of `examples/`, each in the block below a comment that names the file. */
const pagesWithExamples = [
  'README.md',
  'packages/client/README.md',
  'packages/document-reader/README.md',
  'packages/personal-data/README.md',
  'packages/spreadsheet-reader/README.md',
  ...readdirSync(new URL('../docs/', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const fileOf = (name) => new URL(`../${name}`, import.meta.url);

/** Puts a text between the lines with `name:begin` and `name:end` of a file. */
function write(name, part, generated, space = '\n\n') {
  const between = new RegExp(`^(.*${part}:begin.*)$[\\s\\S]*?^(.*${part}:end.*)$`, 'm');
  const text = readFileSync(fileOf(name), 'utf8');
  writeFileSync(
    fileOf(name),
    text.replace(between, (_, begin, end) => [begin, generated, end].join(space)),
  );
}

/** Puts the files of `examples/` into the blocks that show them. */
function writeExamples(name) {
  const block = /^(<!-- (examples\/\S+) -->\n\n```\w+\n)[\s\S]*?^```$/gm;
  const text = readFileSync(fileOf(name), 'utf8');
  const shown = (_, begin, file) => `${begin}${readFileSync(fileOf(file), 'utf8')}\`\`\``;
  writeFileSync(fileOf(name), text.replace(block, shown));
}

write('docs/operations.md', 'configuration', configTable());
write(
  '.env.example',
  'configuration',
  configExample(readFileSync(fileOf('docker-compose.yml'), 'utf8')),
  '\n',
);
write('docs/operations.md', 'schedules', scheduleTable());
write('docs/operations.md', 'admin commands', commandTable());
write('docs/metrics.md', 'metrics', metricsTable());
write('ARCHITECTURE.md', 'import rule', importTables());
for (const name of pagesWithExamples) writeExamples(name);
await run('oxfmt', ['ARCHITECTURE.md', ...pagesWithExamples]);
await writeClientTypes();
