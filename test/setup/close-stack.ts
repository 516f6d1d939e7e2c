import { type OpenStack } from './running-stack';

const holder = globalThis as { sheafStack?: Promise<OpenStack> };

/** Runs after all suites, once for each lane that has opened the stack: the first one ends it. */
// Jest asks for a default export.
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for it
export default async function closeStack(): Promise<void> {
  const running = holder.sheafStack;
  delete holder.sheafStack;
  await (await running)?.close();
}
