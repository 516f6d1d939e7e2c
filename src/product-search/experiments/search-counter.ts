import { type Logger } from 'pino';
import { experimentDay, type ExperimentGroup } from '../../domain/products/experiment';
import { sampledShoppersMax } from '../../domain/products/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import {
  experimentDayId,
  type ExperimentDayStore,
  type SearchCounts,
} from '../../stores/products/experiment-days';

/** How long counts wait for others to be written with them. */
const gatherMs = 1_000;
/** Pause after a batch that the store did not take. */
const pauseMs = 5_000;
/** Groups and days that wait while the store is away; searches of more are not counted. */
const waitingMax = 1_000;
const batchMax = 100;

export interface CountedSearch extends Tenant {
  indexId: string;
  searchedAt: Date;
  groups: readonly ExperimentGroup[];
  isEmpty: boolean;
  /** Hash of the shopper. */
  shopper: number;
}

/** Counts searches of experiments. */
export interface SearchCounter {
  /** Counts a search in each of its groups; never throws. */
  count(search: CountedSearch): void;
  /** Settles once what was counted so far is written, or the store did not take it. */
  flush(): Promise<void>;
  /** Writes what was counted once more, and gives up what the store does not take. */
  close(): Promise<void>;
}

interface Waiting extends Omit<SearchCounts, 'shoppers'> {
  shoppers: Set<number>;
}

/**
 * Counts in memory, and adds the counts to the rows of their groups and days once a second: a search writes
 * nothing itself. A batch that the store did not take is sent again as it is, and counts once. A process that
 * is killed loses what it has counted since the last batch.
 */
export function createSearchCounter({
  experimentDays,
  log,
}: {
  experimentDays: Pick<ExperimentDayStore, 'addSearches'>;
  log: Logger;
}): SearchCounter {
  const waiting = new Map<string, Waiting>();
  /** Counts that are being written or wait for the store; they keep their number. */
  let batch: SearchCounts[] = [];
  let number = 0;
  let lost = 0;
  let writing: Promise<boolean> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function add(search: CountedSearch, { layer, group }: ExperimentGroup): void {
    const { organizationId, environment, indexId, searchedAt, isEmpty, shopper } = search;
    const counted = { organizationId, environment, indexId, day: experimentDay(searchedAt), layer, group };
    const id = experimentDayId(counted);
    let row = waiting.get(id);
    if (row === undefined) {
      if (waiting.size >= waitingMax) {
        lose();
        return;
      }
      row = { ...counted, searches: 0, empty: 0, shoppers: new Set() };
      waiting.set(id, row);
    }
    row.searches++;
    if (isEmpty) row.empty++;
    row.shoppers.add(shopper);
    if (row.shoppers.size > 2 * sampledShoppersMax) row.shoppers = new Set(sampled(row.shoppers));
  }

  function lose(): void {
    if (lost++ === 0) log.error('searches of experiments are not counted: the store takes no counts');
  }

  /** Makes the next batch of the counts that have waited longest; answers how many. */
  function nextBatch(): number {
    number++;
    for (const [id, row] of waiting) {
      if (batch.length >= batchMax) break;
      waiting.delete(id);
      batch.push({ ...row, shoppers: sampled(row.shoppers) });
    }
    return batch.length;
  }

  /** Writes what waits now; false when the store does not take it. */
  async function write(): Promise<boolean> {
    let left = waiting.size;
    while (batch.length > 0 || left > 0) {
      if (batch.length === 0) left -= nextBatch();
      try {
        await experimentDays.addSearches(number, batch);
      } catch (err) {
        log.error({ err, lost }, 'counts of experiments wait for the store');
        return false;
      }
      batch = [];
      lost = 0;
    }
    return true;
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    // Counts that are being written may have been gathered before the latest ones.
    await writing;
    writing ??= write().finally(() => (writing = null));
    const isWritten = await writing;
    if (!isWritten) schedule(pauseMs);
    return isWritten;
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms);
  }

  return {
    count(search) {
      for (const group of search.groups) add(search, group);
      schedule(gatherMs);
    },
    async flush() {
      await flush();
    },
    async close() {
      const isWritten = await flush();
      clearTimeout(timer);
      if (!isWritten) log.error('the last counts of experiments are lost');
    },
  };
}

function sampled(shoppers: ReadonlySet<number>): number[] {
  return [...Float64Array.from(shoppers).sort().subarray(0, sampledShoppersMax)];
}
