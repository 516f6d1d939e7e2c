import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../../src/config-table';

/** Prettier pads the cells of a table; the words are what has to agree. */
const unpadded = (markdown: string) =>
  markdown
    .replaceAll(/ +/g, ' ')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll('| --- ', '|---')
    .replaceAll('---|---', '---|---');

test('the configuration table of docs/operations.md is the one that the schema gives (npm run docs)', () => {
  const text = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  for (const row of configTable().split('\n'))
    expect(unpadded(text)).toContain(unpadded(row).replace(/\|$/, '').trim());
});
