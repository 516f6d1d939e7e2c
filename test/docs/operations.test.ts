import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../../src/config-table';
import { unpadded } from './unpadded';

test('the configuration table of docs/operations.md is the one that the schema gives (npm run docs)', () => {
  const text = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');
  for (const row of configTable().split('\n'))
    expect(unpadded(text)).toContain(unpadded(row).replace(/\|$/, '').trim());
});
