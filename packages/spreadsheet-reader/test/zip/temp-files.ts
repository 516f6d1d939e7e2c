import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of one suite; they are gone when it ends. Call in the body of a `describe` or a test file. */
export function tempFiles(): (bytes: Buffer) => string {
  let folder = '';
  let count = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sheaf-spreadsheet-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return (bytes) => {
    const path = join(folder, `${++count}`);
    writeFileSync(path, bytes);
    return path;
  };
}
