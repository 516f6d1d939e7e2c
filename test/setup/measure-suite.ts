import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { addEventHandler } from 'jest-circus';
import { setting } from '../../embedded/setting';
import { resetSuiteParts, suiteParts } from './suite-parts';

/** Runs before each suite: notes what its parts took, for the run that has named a folder for such notes. */
const folder = setting('TEST_SUITE_PARTS');

if (folder !== undefined) {
  resetSuiteParts();
  const before = process.cpuUsage();
  addEventHandler((event) => {
    if (event.name !== 'run_finish') return;
    const { user, system } = process.cpuUsage(before);
    const note = { suite: expect.getState().testPath, processorMs: (user + system) / 1000, ...suiteParts() };
    appendFileSync(path.join(folder, `${process.pid}.ndjson`), `${JSON.stringify(note)}\n`);
  });
}
