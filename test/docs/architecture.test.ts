import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTables } from '../../lint/import-table';
import { unpadded } from './unpadded';

/** Words of a text, whatever its lines. */
const words = (text: string) => unpadded(text).trim().split(/\s+/);

test('the tables of layers and wings in ARCHITECTURE.md are those that the import rule gives (npm run docs)', () => {
  const text = readFileSync(join(__dirname, '../../ARCHITECTURE.md'), 'utf8');
  const between = /<!-- import rule:begin -->([\s\S]*)<!-- import rule:end -->/.exec(text)?.[1] ?? '';
  expect(words(between)).toEqual(words(importTables()));
});
