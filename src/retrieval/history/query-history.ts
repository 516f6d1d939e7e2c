import { setImmediate } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type QueryRecord } from '../../domain/documents/query';
import { type Tenant } from '../../domain/platform/tenancy';
import { type Metrics } from '../../metrics';
import { type Stores } from '../../stores';
import { createLosses } from './losses';
import { queryRowOf } from './query-row';
import { packBody } from './stored-body';

/**
 * Records that wait while the store is slow; more are given up, so that a store that is away costs no memory
 * without end.
 */
const waitingMax = 500;
const batchMax = 50;
/** How long a record waits for others to be written with it: a write costs the same for one as for many. */
const gatherMs = 50;

/** The record of completed queries. */
export interface QueryHistory {
  /**
   * Records a completed query. Never throws: what cannot be written is logged and counted. Settles once it is
   * written or given up, which an answer need not wait for; who records in bulk may, and is then slowed down
   * to what the store takes.
   */
  record(record: QueryRecord): Promise<void>;
  /** Settles once everything that was recorded so far is written or given up. */
  drain(): Promise<void>;
  /**
   * Settles once what this process has recorded for a tenant so far is written or given up: who has seen an
   * answer and looks for it in the history then finds it.
   */
  written(tenant: Tenant): Promise<void>;
  /** Time of a tenant's oldest query that is not written yet, null when all are. */
  waitingSince(tenant: Tenant): Date | null;
}

interface Waiting {
  record: QueryRecord;
  settle: () => void;
  settled: Promise<void>;
}

function newWaiting(record: QueryRecord): Waiting {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  return { record, settle, settled };
}

/**
 * Writes completed queries one batch after the other: what arrives within a moment, or while a batch is being
 * written, makes up the next, unless a caller waits for it. Bodies go before the rows that name them: a
 * process that dies between the two leaves bodies without a row, which retention removes.
 */
export function createQueryHistory({
  stores: { queries, queryBodies, queryLosses },
  log,
  metrics,
}: {
  stores: Pick<Stores, 'queries' | 'queryBodies' | 'queryLosses'>;
  log: Logger;
  metrics: Pick<Metrics, 'count'>;
}): QueryHistory {
  const losses = createLosses(queryLosses);
  let waiting: Waiting[] = [];
  let batch: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let hurry: () => void = () => undefined;
  let lostInAll = 0;

  function lose(records: readonly QueryRecord[], err: unknown): void {
    lostInAll += records.length;
    metrics.count('lostRecords', {}, records.length);
    losses.count(records);
    const queryIds = records.map(({ answer }) => answer.queryId);
    log.error({ err, queryIds, lostInAll }, 'completed queries are not in the history');
  }

  /** Null when there is none that could be stored. */
  function bodyOf(record: QueryRecord): Buffer | null {
    const { queryId } = record.answer;
    try {
      const data = packBody(record);
      if (data === null) log.warn({ queryId }, 'the body of a query is too large to be stored');
      return data;
    } catch (err) {
      log.error({ err, queryId }, 'the body of a query cannot be written down');
      return null;
    }
  }

  /**
   * Sizes of the bodies that are stored now, by query; a body that could not be stored is not in the answer.
   */
  async function writeBodies(records: readonly QueryRecord[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    const packed = [];
    for (const record of records) {
      const { organizationId, environment, createdAt, answer } = record;
      const data = bodyOf(record);
      if (data === null) continue;
      sizes.set(answer.queryId, data.length);
      packed.push({ _id: answer.queryId, organizationId, environment, createdAt, data });
      // Writing JSON holds the event loop, which others wait for.
      await setImmediate();
    }
    const refused = await queryBodies.insert(packed);
    if (refused.length > 0) log.error({ queryIds: refused }, 'bodies of queries could not be stored');
    for (const queryId of refused) sizes.delete(queryId);
    return sizes;
  }

  async function write(records: readonly QueryRecord[]): Promise<void> {
    const sizes = await writeBodies(records).catch((err: unknown) => {
      log.error({ err }, 'bodies of queries could not be stored');
      return new Map<string, number>();
    });
    try {
      const rows = records.map((record) => queryRowOf(record, sizes.get(record.answer.queryId) ?? null));
      const refused = new Set((await queries.insert(rows)).map(({ _id }) => _id));
      const lost = records.filter(({ answer }) => refused.has(answer.queryId));
      if (lost.length > 0) lose(lost, new Error('the store has refused the rows'));
    } catch (error) {
      lose(records, error);
    }
    await losses.flush().catch((err: unknown) => {
      log.error({ err, lostInAll }, 'the count of lost queries waits for the store');
    });
  }

  function waitingOf({ organizationId, environment }: Tenant): Waiting[] {
    return [...batch, ...waiting].filter(
      ({ record }) => record.organizationId === organizationId && record.environment === environment,
    );
  }

  /** Lets a batch grow until it is full, its time is over or a caller waits for it. */
  function gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchMax) await gather();
      batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      await write(batch.map(({ record }) => record));
      for (const { settle } of batch) settle();
      batch = [];
    }
    writing = null;
  }

  return {
    record(record) {
      if (waiting.length >= waitingMax) {
        lose([record], new Error('too many queries wait to be recorded'));
        return Promise.resolve();
      }
      const added = newWaiting(record);
      waiting.push(added);
      writing ??= writeAll();
      if (waiting.length >= batchMax) hurry();
      return added.settled;
    },
    async drain() {
      hurry();
      await writing;
    },
    async written(tenant) {
      hurry();
      await Promise.all(waitingOf(tenant).map(({ settled }) => settled));
    },
    waitingSince(tenant) {
      const times = waitingOf(tenant).map(({ record }) => record.createdAt.getTime());
      return times.length === 0 ? null : new Date(Math.min(...times));
    },
  };
}
