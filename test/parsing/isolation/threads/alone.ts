import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpreadsheetParser } from '../../../../src/parsing';
import { parseRequest } from '../../parse-in-memory';

/**
 * A program with nothing but a parser in it: it must live until its parses have settled, and then end by
 * itself.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-alone-'));
  const input = join(folder, 'input.csv');
  writeFileSync(input, 'a,b\n1,2\n');
  const parser = createSpreadsheetParser({ threadsMax: 1, entry: join(__dirname, 'scripted.ts') });
  const stop = new AbortController();
  const hooks = { signal: stop.signal, onProgress: () => undefined, onPart: () => Promise.resolve() };
  const request = { ...parseRequest(folder, {}, input), workDirectory: folder };
  await parser.parseSpreadsheet({ ...request, jobId: 'fine' }, hooks);
  console.log('parsed');
  const spinning = parser.parseSpreadsheet(
    { ...request, jobId: 'one part, then spin' },
    {
      ...hooks,
      onPart: () => {
        queueMicrotask(() => {
          stop.abort(new Error('cancelled'));
        });
        return Promise.resolve();
      },
    },
  );
  await spinning.catch(() => {
    console.log('cancelled');
  });
}

void main();
