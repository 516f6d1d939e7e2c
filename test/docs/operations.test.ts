import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTable } from '../../src/admin/command-table';
import { configTable } from '../../src/config-docs';
import { scheduleTable } from '../../src/temporal/schedule-docs';
import { unpadded } from './unpadded';

const text = readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8');

const words = (table: string) => unpadded(table).trim().split(/\s+/);

/** Words of the table between the marks of a name. */
function tableOf(name: string): string[] {
  const [, table = ''] = text.split(new RegExp(`<!-- ${name}:(?:begin|end) -->`));
  return words(table);
}

test('the configuration table of docs/operations.md is the one that the schema gives (npm run docs)', () => {
  for (const row of configTable().split('\n'))
    expect(unpadded(text)).toContain(unpadded(row).replace(/\|$/, '').trim());
});

test('docs/operations.md lists every admin command, and no other (npm run docs)', () => {
  expect(tableOf('admin commands')).toEqual(words(commandTable()));
});

test('docs/operations.md lists every schedule of an installation as it is made, and no other', () => {
  expect(tableOf('schedules')).toEqual(words(scheduleTable()));
});
