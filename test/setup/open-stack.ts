import { type OpenStack, openRunningStack } from './running-stack';

const holder = globalThis as { sheafStack?: Promise<OpenStack> };

/** Runs once for each lane with suites of the shared stack that has something to run: the first one starts it. */
// Jest asks for a default export.
// oxlint-disable-next-line sheaf/no-restricted-syntax -- Jest asks for it
export default async function openStack(): Promise<void> {
  await (holder.sheafStack ??= openRunningStack());
}
