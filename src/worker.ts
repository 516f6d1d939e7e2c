import { parseArgs } from 'node:util';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { type Logger } from 'pino';
import { createActivities } from '../activities';
import { type Config, readConfig, requireEmbeddingModel } from './config';
import { type TaskQueue, WORKER_QUEUES, type WorkerQueue } from './domain/platform/task-queues';
import { createLog } from './log';
import { openMetrics } from './metrics';
import { openActivityDeps, slotsOf } from './open-deps';
import { createOpenResources } from './open-resources';
import { CommandError } from './command-errors';
import { logFailure, runProgram } from './run-program';
import { readTemporalAccess } from './server-access';
import { openTracedRuns, type TracedRuns, untracedRuns } from './temporal/traced-runs';
import { workflowCode } from './temporal/workflow-code';
import { openTraces } from './traces';

/** Longest delay of a heartbeat; the answer to it carries cancellations. */
const heartbeatThrottleMs = 500;
/** Time after draining until the worker stops; Temporal then gives the work to another worker. */
const forcedStopMs = 5_000;

/**
 * The worker program: `worker [--queues sheaf,parse]`, all queues by default. Runs until SIGTERM or SIGINT,
 * then lets activities finish for `DRAIN_TIMEOUT_MS`. Temporal gives the remaining ones to another worker.
 */
async function main(config: Config, queues: readonly TaskQueue[], log: Logger): Promise<void> {
  const resources = createOpenResources();
  let workers: Worker[] = [];
  const isReady = (): boolean =>
    workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING');
  try {
    const { WORKER_METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
    const { traces } = resources.keep(await openTraces({ endpoint, program: 'worker', log }), (it) =>
      it.close(),
    );
    const traced = traces.isOn ? await openTracedRuns(traces.recordRun) : untracedRuns;
    const opened = resources.keep(
      await openMetrics({ port, host, variable: 'WORKER_METRICS_PORT', isReady }),
      (it) => it.close(),
    );
    const surroundings = { config, log, metrics: opened.metrics };
    const activities = createActivities(await openActivityDeps(surroundings, { traces, traced }, resources));
    const native = resources.keep(await NativeConnection.connect(readTemporalAccess(config)), (it) =>
      it.close(),
    );
    workers = await Promise.all(
      queues.map((queue) => createWorker(queue, config, native, { activities: activities[queue], traced })),
    );
    log.info({ queues, metricsPort: opened.port }, 'worker ready');
    await Promise.all(workers.map((worker) => worker.run()));
    log.info('worker stopped');
  } finally {
    await resources.close();
  }
}

function createWorker(
  queue: TaskQueue,
  config: Config,
  connection: NativeConnection,
  { activities, traced }: { activities: object; traced: TracedRuns },
): Promise<Worker> {
  const { code, interceptors: workflowModules } = workflowCode();
  const { sinks, activity } = traced.worker;
  const hasWorkflows = queue === 'sheaf';
  return Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: queue,
    activities,
    ...(hasWorkflows ? { ...code, sinks } : {}),
    interceptors: { activity, ...(hasWorkflows ? { workflowModules } : {}) },
    ...deploymentOf(config),
    maxConcurrentActivityTaskExecutions: slotsOf(config)[queue],
    maxConcurrentWorkflowTaskExecutions: config.WORKER_WORKFLOW_SLOTS,
    maxCachedWorkflows: config.WORKER_CACHED_WORKFLOWS,
    maxHeartbeatThrottleInterval: heartbeatThrottleMs,
    defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
    shutdownGraceTime: config.DRAIN_TIMEOUT_MS,
    shutdownForceTime: config.DRAIN_TIMEOUT_MS + forcedStopMs,
  });
}

/**
 * The version of the worker for Temporal's routing, if it has one. Runs move to the current build unless
 * their workflow is pinned (`workflows/versioning.ts`).
 */
function deploymentOf(config: Config): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = config;
  if (deploymentName === undefined || buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/**
 * Sends logs of Temporal's core and of workflows to the log of the program, and opens the port of the SDK's
 * metrics if configured.
 */
function installRuntime(log: Logger, { METRICS_HOST: host, TEMPORAL_METRICS_PORT: port }: Config): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      // The logger serialises an error only under the name `err`.
      const { error: err, ...facts }: Record<string, unknown> = meta ?? {};
      log[levels[level]](err === undefined ? facts : { ...facts, err }, message);
    }),
    ...(port === undefined ? {} : { telemetryOptions: { metrics: { prometheus: sdkMetrics(host, port) } } }),
  });
}

/** Metrics of the SDK in base units of Prometheus. */
function sdkMetrics(host: string, port: number) {
  const bindAddress = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
}

function readQueues(args: string[]): TaskQueue[] {
  const names = Object.keys(WORKER_QUEUES) as WorkerQueue[];
  const { values } = parseArgs({
    args,
    options: { queues: { type: 'string', default: names.join(',') } },
  });
  const named = values.queues.split(',');
  const known = names.filter((name) => named.includes(name));
  if (known.length !== named.length)
    throw new CommandError(`--queues takes a comma list of ${names.join(', ')}`);
  return known.flatMap((name) => WORKER_QUEUES[name]);
}

function run(): void {
  const config = readConfig();
  requireEmbeddingModel(config);
  const queues = readQueues(process.argv.slice(2));
  const log = createLog(config.LOG_LEVEL, 'worker');
  installRuntime(log, config);
  main(config, queues, log).catch((error: unknown) => {
    logFailure(log, 'worker', error);
    process.exitCode = 1;
  });
}

runProgram(run);
