import { type OpenStack } from './running-stack';
import { endRun } from './test-run';

const holder = globalThis as { sheafStack?: Promise<OpenStack> };

/** Runs after all suites, once for each lane that has opened the stack: the first one ends it. */
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for a default export
export default async function closeStack(): Promise<void> {
  const running = holder.sheafStack;
  delete holder.sheafStack;
  await (await running)?.close();
  await endRun();
}
