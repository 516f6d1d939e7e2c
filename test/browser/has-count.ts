import { setTimeout as delay } from 'node:timers/promises';
import { type Locator } from 'playwright-core';

/** Resolves once the page shows `count` elements that match; the time limit of the test ends the waiting. */
export async function hasCount(found: Locator, count: number): Promise<void> {
  while ((await found.count()) !== count) await delay(50);
}
