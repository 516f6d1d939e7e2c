import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Lines that the example of the README prints for a file, as it runs in the repository. */
function printed(...files: string[]): string[] {
  const program = ['--import', 'tsx', 'examples/readers/read-document.mts', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, program, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

test('the example of the README shows the headings and tables of a file', () => {
  expect(printed()).toEqual([
    '# Harbour pump HP-4',
    '## Before the first start',
    '## Maintenance',
    '(a table of 4 rows)',
    '## When it leaks',
    'pdf, 1 pages, 851 characters',
  ]);
});

test('the example of the README says why a file cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-example-'));
  try {
    writeFileSync(join(folder, 'empty.pdf'), '');
    expect(printed(join(folder, 'empty.pdf'))).toEqual(['empty: The file is empty.']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
