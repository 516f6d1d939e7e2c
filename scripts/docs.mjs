// Writes the generated parts of the documentation: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('tsx/cjs');
const { configTable } = require('../src/config-table.ts');

const file = new URL('../docs/operations.md', import.meta.url);
const text = readFileSync(file, 'utf8');
const written = text.replace(
  /(<!-- configuration:begin -->)[\s\S]*?(<!-- configuration:end -->)/,
  (_, begin, end) => `${begin}\n\n${configTable()}\n\n${end}`,
);
writeFileSync(file, written);
