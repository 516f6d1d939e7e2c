import { type OpenStack, openRunningStack } from './running-stack';
import { beginRun } from './test-run';

const holder = globalThis as { sheafStack?: Promise<OpenStack> };

/** Runs once for each lane with suites of the shared stack that has something to run: the first one starts it. */
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for a default export
export default async function openStack(): Promise<void> {
  beginRun();
  await (holder.sheafStack ??= openRunningStack());
}
