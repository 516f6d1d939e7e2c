import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Keeps what a bench has measured as JSON, in the file of its option `--json`; does nothing without one. */
export async function writeReport(file: string | undefined, report: object): Promise<void> {
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}
