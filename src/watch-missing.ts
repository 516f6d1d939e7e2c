import { type Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type Logger } from 'pino';
import { type Metrics } from './metrics';
import { findMissingIndexes } from './stores/documents/document-writes';
import { createMissingWatch } from './stores/elastic/missing-watch';
import { findMissingBuilds } from './stores/products/missing-builds';

/** Interval of updates of the metric when readiness is not probed. */
const missingIntervalMs = 60_000;

/** Watches for indexes that the search engine has lost, and counts them for the metric until it is closed. */
export function watchMissingIndexes(given: {
  db: Db;
  elasticsearch: ElasticsearchClient;
  metrics: Metrics;
  log: Logger;
}) {
  const { db, elasticsearch, metrics, log } = given;
  const watch = createMissingWatch(
    async () => ({
      documents: (await findMissingIndexes(db, elasticsearch)).length,
      products: (await findMissingBuilds(db, elasticsearch)).length,
    }),
    { monotonicMs: () => performance.now() },
  );
  metrics.gauge('missingIndexes', () =>
    Object.entries(watch.last() ?? {}).map(([product, value]) => ({
      labels: { product },
      value: Number(value),
    })),
  );
  const timer = setInterval(() => {
    watch.counts().catch((err: unknown) => {
      log.warn({ err }, 'missing indexes could not be counted');
    });
  }, missingIntervalMs);
  return {
    ...watch,
    close: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
