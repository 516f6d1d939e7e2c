import { type Logger } from 'pino';
import { createApp } from '../api/app';
import { startServer } from '../api/http/server';
import { familyOfPath } from '../api/routes';
import { type Config, readConfig, requireEmbeddingModel } from './config';
import { PERMISSIONS } from './domain/documents/permissions';
import { createLog } from './log';
import { openMetrics } from './metrics';
import { openApiDeps } from './open-deps';
import { createOpenResources } from './open-resources';
import { logFailure, runProgram } from './run-program';
import { type Stores } from './stores';
import { openTraces } from './traces';

/**
 * The API program. It listens once indexes, the development key, search attributes and schedules exist (the
 * last two later if Temporal is away). It runs until SIGTERM or SIGINT, then stops accepting connections,
 * lets requests finish for `DRAIN_TIMEOUT_MS` and exits with code 0.
 */
async function main(config: Config, log: Logger): Promise<void> {
  const resources = createOpenResources();
  try {
    const { METRICS_PORT, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
    const { traces } = resources.keep(await openTraces({ endpoint, program: 'api', log }), (it) =>
      it.close(),
    );
    const opened = resources.keep(await openMetrics({ port: METRICS_PORT, host }), (it) => it.close());
    const deps = await openApiDeps({ config, log, metrics: opened.metrics }, traces, resources);
    await ensureDevelopmentKey(deps.stores, config);
    const app = createApp(deps);
    const stopped = stopSignal();
    const server = await startServer(app, config, deps.lifecycle, familyOfPath(null));
    log.info({ port: server.port, url: config.PUBLIC_URL, metricsPort: opened.port }, 'api ready');
    log.info({ signal: await stopped }, 'api stopping');
    await server.drain();
    log.info('api stopped');
  } finally {
    await resources.close();
  }
}

/** The development key has all permissions. */
const developmentPermissions = [...PERMISSIONS, 'products-admin'];

async function ensureDevelopmentKey({ apiKeys, organizations }: Stores, config: Config): Promise<void> {
  if (config.DEV_API_KEY === undefined) return;
  const organizationId = await organizations.ensure('dev');
  await apiKeys.ensure(
    config.DEV_API_KEY,
    { organizationId, environment: 'development' },
    developmentPermissions,
  );
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function run(): void {
  const config = readConfig();
  requireEmbeddingModel(config);
  const log = createLog(config.LOG_LEVEL, 'api');
  main(config, log).catch((error: unknown) => {
    logFailure(log, 'api', error);
    process.exitCode = 1;
  });
}

runProgram(run);
