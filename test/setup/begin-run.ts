import { beginRun } from './test-run';

/** Runs before the suites of a lane. */
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for a default export
export default function begin(): void {
  beginRun();
}
