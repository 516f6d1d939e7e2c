import { endRun } from './test-run';

/** Runs after the suites of a lane. */
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for a default export
export default async function end(): Promise<void> {
  await endRun();
}
