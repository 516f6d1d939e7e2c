import { z } from 'zod';
import { BlobsFull } from '../../../src/blobs';
import { SearchWritesRefused } from '../../../src/stores/elastic/search-unavailable';
import { type ApiDeps, type ServicePart } from '../../deps';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';

/** Timeout of a check; orchestrators probe every few seconds. */
const checkTimeoutMs = 2_000;

const liveness = z
  .strictObject({ status: z.literal('ok') })
  .meta({ id: 'Liveness', examples: [{ status: 'ok' }] });

const readiness = z
  .strictObject({
    status: z
      .enum(['ready', 'degraded', 'not_ready', 'draining'])
      .describe('`degraded`: requests that need a part that is away fail, all others are served.'),
    parts: z
      .record(z.string(), z.string())
      .describe('`ok`, or why the part cannot be used: `not available`, `no room`, `takes no writes`.'),
  })
  .meta({ id: 'Readiness', examples: [{ status: 'ready', parts: { mongodb: 'ok' } }] });

/** Routes for liveness (the process answers) and readiness (every required dependency answers too). */
export function healthRoutes({ parts, lifecycle }: ApiDeps, family: Family): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/health/live',
      family,
      operationId: 'getLiveness',
      tag: 'Health',
      summary: 'Whether the process answers',
      description: 'Says nothing about the parts behind it: restarting this process would not mend those.',
      access: 'public',
      responses: { 200: { description: 'Alive.', schema: liveness } },
      errors: [],
      handle: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    }),
    defineRoute({
      method: 'get',
      path: '/health/ready',
      family,
      operationId: 'getReadiness',
      tag: 'Health',
      summary: 'Whether requests can be served now',
      description:
        'Asks every part at once, each for at most two seconds. Without MongoDB nothing is served. While the process drains it is not ' +
        'ready. `search_indexes` is not available while Elasticsearch lacks indexes of documents or products: they have to be rebuilt. ' +
        '`blobs` with `no room` takes no files, and `elasticsearch` with `takes no writes` answers searches alone; both are looked at every ' +
        'five seconds at most.',
      access: 'public',
      responses: {
        200: {
          description: 'Ready, or degraded: the named parts do not answer, or take no writes.',
          schema: readiness,
        },
        503: { description: 'MongoDB does not answer, or the process is stopping.', schema: readiness },
      },
      errors: [],
      async handle({ log }) {
        const states = await Promise.all(parts.map(async (part) => ({ part, err: await stateOf(part) })));
        const failed = states.filter(({ err }) => err !== null);
        for (const { part, err } of failed) log.warn({ part: part.name, err }, 'part not ready');
        const status = lifecycle.draining ? 'draining' : statusOf(failed.map(({ part }) => part));
        const body = {
          status,
          parts: Object.fromEntries(states.map(({ part, err }) => [part.name, stateFor(err)])),
        };
        return { status: status === 'ready' || status === 'degraded' ? 200 : 503, body };
      },
    }),
  ];
}

/** State of a part for clients, without details of the failure. */
function stateFor(err: unknown): string {
  if (err === null) return 'ok';
  if (err instanceof BlobsFull) return 'no room';
  return err instanceof SearchWritesRefused ? 'takes no writes' : 'not available';
}

function statusOf(failed: readonly ServicePart[]): 'ready' | 'degraded' | 'not_ready' {
  if (failed.length === 0) return 'ready';
  return failed.some(({ isVital }) => isVital === true) ? 'not_ready' : 'degraded';
}

/** The error of a dependency; null when it is ready in time. */
async function stateOf(part: ServicePart): Promise<unknown> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(new Error(`no answer within ${checkTimeoutMs} ms`));
      },
      { once: true },
    );
  });
  try {
    await Promise.race([part.check(signal), late]);
    return null;
  } catch (error) {
    return error;
  }
}
