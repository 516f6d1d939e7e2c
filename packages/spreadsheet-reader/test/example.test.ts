import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fixture } from './encryption/encrypted-workbook';

const root = join(__dirname, '../../..');

/** Lines that the example of the README prints for a file, as it runs in the repository. */
function printed(...files: string[]): string[] {
  const program = ['--import', 'tsx', 'examples/readers/read-spreadsheet.mts', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

test('the example of the README counts the rows of each sheet and shows the first', () => {
  expect(printed()).toEqual([
    'Sales Q3: 23 rows, the first: Falkenberg Outdoor GmbH — Quarterly report Q3 2026',
    'Overview: 9 rows, the first: Overview',
    'Products: 23 rows, the first: Price list, valid from 1 July 2026',
    'Orders: 167 rows, the first: Order | Ordered at | Customer | SKU | Quantity | Unit price | Discount | Net | Delivered | Remark',
    'Assumptions: 6 rows, the first: Assumption | Value | Source',
  ]);
});

test('the example of the README says why a file cannot be read', () => {
  expect(printed(fixture('encrypted.xlsx'))).toEqual([
    'encrypted: The workbook is protected with a password. Remove the password and send it again.',
  ]);
});
