import { concurrently } from '../service/concurrently';
import { type ResidentSizes, watchResidentSize } from '../uploads/resident-size';
import { type Receivers } from './receivers';

const lanes = 16;
const pollMs = 100;

/** How a backlog was worked off by workers of which the first was killed. */
export interface BacklogResult {
  count: number;
  seconds: number;
  lost: number;
  /** Deliveries that arrived twice, and more often. */
  twice: number;
  moreOften: number;
  /** Of the worker that was killed in the middle, and of the one after it. */
  sizes: [ResidentSizes, ResidentSizes];
}

/**
 * Starts `count` deliveries with no worker there, then a worker, kills it with SIGKILL when half of them have
 * arrived, and has another one finish.
 *
 * @param start starts the run of one, and answers the id that it arrives under
 * @param startWorker answers its process id
 */
export async function workOffBacklog(
  { arrivals }: Receivers,
  count: number,
  start: (at: number) => Promise<string>,
  startWorker: () => Promise<number>,
): Promise<BacklogResult> {
  const ids: string[] = [];
  await concurrently(count, lanes, async (at) => {
    ids.push(await start(at));
  });
  const arrived = () => ids.filter((id) => arrivals.has(id)).length;
  const until = async (least: number) => {
    while (arrived() < least) await new Promise((resolve) => setTimeout(resolve, pollMs));
  };

  const beganMs = performance.now();
  const first = await startWorker();
  const firstSizes = watchResidentSize(first);
  await until(count / 2);
  const before = firstSizes();
  process.kill(first, 'SIGKILL');
  const second = await startWorker();
  const secondSizes = watchResidentSize(second);
  await until(count);
  const seconds = (performance.now() - beganMs) / 1_000;
  const times = ids.map((id) => arrivals.get(id)?.length ?? 0);
  return {
    count,
    seconds,
    lost: times.filter((n) => n === 0).length,
    twice: times.filter((n) => n === 2).length,
    moreOften: times.filter((n) => n > 2).length,
    sizes: [before, secondSizes()],
  };
}
