import { setImmediate } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type QueryRecord, type QueryStage, type QueryTiming } from '../../domain/documents/query';
import { type Tenant } from '../../domain/platform/tenancy';
import { type Metrics } from '../../metrics';
import { type Stores } from '../../stores';
import { createLosses } from './losses';
import { packBody } from './stored-body';
import { searchModeOf } from '../../domain/documents/query-history';
import { type QueryRow } from '../../stores/documents/queries/queries';

/** Records that wait while the store is slow; further ones are dropped, which bounds the memory. */
const waitingMax = 500;
const batchMax = 50;
/** Milliseconds for which a record waits to be written with others: one write costs the same for many. */
const gatherMs = 50;

/** Records completed queries. */
export interface QueryHistory {
  /**
   * Records a completed query. Never throws: failures are logged and counted. Settles once the record is
   * written or dropped. Answers need not wait for it; bulk callers may, and are then throttled to the speed
   * of the store.
   */
  record(record: QueryRecord): Promise<void>;
  /** Settles once all earlier records are written or dropped. */
  drain(): Promise<void>;
  /**
   * Settles once all earlier records of this process for a tenant are written or dropped: a caller who has
   * received an answer then finds it in the history.
   */
  written(tenant: Tenant): Promise<void>;
  /** Time of a tenant's oldest unwritten query; null when all are written. */
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
 * Creates the history. It writes records in batches: those that arrive within a moment, or during a write,
 * form the next batch, unless a caller waits for it. Bodies are written before their rows: when the process
 * dies in between, retention removes the bodies without a row.
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

  /** The stored form of the body; null when it cannot be stored. */
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

  /** Stores bodies and returns their sizes by query, without those that could not be stored. */
  async function writeBodies(records: readonly QueryRecord[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    const packed = [];
    for (const record of records) {
      const { organizationId, environment, createdAt, answer } = record;
      const data = bodyOf(record);
      if (data === null) continue;
      sizes.set(answer.queryId, data.length);
      packed.push({ _id: answer.queryId, organizationId, environment, createdAt, data });
      // Serialising JSON blocks the event loop: other work gets a turn.
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

  /** Waits until the batch is full, its time is over or a caller waits for it. */
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

/** The row of a completed query. @param bodyBytes size of its stored body; null for none */
function queryRowOf(record: QueryRecord, bodyBytes: number | null): QueryRow {
  const { answer, settings } = record;
  return {
    _id: answer.queryId,
    requestId: answer.requestId,
    organizationId: record.organizationId,
    environment: record.environment,
    collectionId: record.collectionId,
    collectionName: record.collectionName,
    queryText: answer.query,
    resultCount: answer.hits.length,
    limit: answer.limit,
    semanticRatio: answer.semanticRatio.used,
    bodyBytes,
    evalId: record.evalId,
    createdAt: record.createdAt,
    isEvaluation: record.evalId !== null,
    latencyMs: Math.round(answer.timing.totalMs),
    apiVersion: record.apiVersion,
    rerank: settings.rerank !== null,
    searchMode: searchModeOf(answer.semanticRatio.used),
    ratioReason: answer.semanticRatio.reason,
    hasFilter: settings.filter !== null,
    stageMs: stageMsOf(answer.timing),
  };
}

/** Whole milliseconds by stage; several runs of a stage are added. */
function stageMsOf({ stages }: QueryTiming): Partial<Record<QueryStage, number>> {
  const spent: Partial<Record<QueryStage, number>> = {};
  for (const { name, durationMs } of stages) spent[name] = (spent[name] ?? 0) + durationMs;
  const rounded = Object.entries(spent).map(([name, ms]) => [name, Math.round(ms)]);
  return Object.fromEntries(rounded) as Partial<Record<QueryStage, number>>;
}
