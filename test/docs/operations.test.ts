import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configTable } from '../../src/config-table';
import { scheduleTable } from '../../src/temporal/schedule-table';
import { unpadded } from './unpadded';

const text = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');

test('the configuration table of docs/operations.md is the one that the schema gives (npm run docs)', () => {
  for (const row of configTable().split('\n'))
    expect(unpadded(text)).toContain(unpadded(row).replace(/\|$/, '').trim());
});

test('docs/operations.md lists every schedule of an installation as it is made, and no other', () => {
  const between = /<!-- schedules:begin -->([\s\S]*)<!-- schedules:end -->/.exec(text)?.[1] ?? '';
  const words = (table: string) => unpadded(table).trim().split(/\s+/);
  expect(words(between)).toEqual(words(scheduleTable()));
});
