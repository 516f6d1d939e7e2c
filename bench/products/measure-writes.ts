import { setTimeout as pause } from 'node:timers/promises';
import { productId } from '../generate/product-records';
import { type IndexClient } from './index-client';

const writesPerSecond = 10_000 / 60;

/**
 * Changes records one after the other, for as long as told, and notes how long each takes until a search finds
 * it. `name` tells the titles of one measure from those of another.
 *
 * @returns milliseconds of each change
 */
export async function measureChanges(
  client: IndexClient,
  name: string,
  goesOn: (done: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; goesOn(n); n++)
    times.push(await client.changeToFoundMs(productId(n), `${name}${n} changed`));
  return times;
}

/**
 * Sends single writes at the rate of 10,000 a minute, whether or not those before are answered.
 *
 * @returns writes that were not applied yet, second by second
 */
export async function measureBacklog(
  client: IndexClient,
  seconds: number,
  records: number,
): Promise<number[]> {
  const backlog: number[] = [];
  const answers: Promise<unknown>[] = [];
  const start = performance.now();
  let sent = 0;
  for (let second = 1; second <= seconds; second++) {
    while (sent < second * writesPerSecond) {
      const id = productId(sent % records);
      answers.push(client.put({ id, title: `Written ${sent++}` } as { id: string }));
      await pause(Math.max(0, start + (sent / writesPerSecond) * 1_000 - performance.now()));
    }
    backlog.push((await client.get()).records.pending_updates);
  }
  await Promise.all(answers);
  return backlog;
}
