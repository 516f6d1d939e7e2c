// Writes the generated parts of the documentation: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('tsx/cjs');
const { importTables } = require('../eslint/import-table.ts');
const { configTable } = require('../src/config-table.ts');

/** Puts a text between the markers `<!-- name:begin -->` and `<!-- name:end -->` of a page. */
function write(page, name, generated) {
  const file = new URL(`../${page}`, import.meta.url);
  const between = new RegExp(`(<!-- ${name}:begin -->)[\\s\\S]*?(<!-- ${name}:end -->)`);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(between, (_, begin, end) => `${begin}\n\n${generated}\n\n${end}`),
  );
}

write('docs/operations.md', 'configuration', configTable());
write('ARCHITECTURE.md', 'import rule', importTables());
