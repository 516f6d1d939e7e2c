import { setTimeout as pause } from 'node:timers/promises';
import { type ApiProgram } from './api-program';

/** A refusal, and when it came. */
interface Refused {
  atMs: number;
  path: string;
}

/** Requests to an API whose stores lose members. */
export interface ClusterLoad {
  /**
   * Sends a request once. Answers null where it was refused for a while.
   *
   * @param as another key than that of the load
   * @throws Error for any other answer
   */
  once<T>(method: string, path: string, json?: unknown, as?: string): Promise<T | null>;
  /** Sends it until it is answered. */
  until<T>(method: string, path: string, json?: unknown, as?: string): Promise<T>;
  /** Refusals so far. */
  refused(): readonly Refused[];
  /** Longest time without an answer to a query after `fromMs`, in milliseconds. */
  longestSilenceMs(fromMs: number): number;
  /** Milliseconds from the first refusal to the last, for those after `fromMs`. */
  refusedMs(fromMs: number): number;
}

const pollMs = 100;
const unavailable = 503;

/** Variables by which no limit of requests holds a load up. */
export const loadLimits = {
  RATE_LIMIT_QUERIES_PER_MINUTE: '1000000',
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
};

/**
 * Requests to an API program. A refusal has to be 503 with `Retry-After`; anything else but success ends the
 * test.
 */
export function createClusterLoad(api: ApiProgram, key: string): ClusterLoad {
  const refusals: Refused[] = [];
  const answeredMs: number[] = [];

  /** What the API has logged of a request. */
  const logOf = (answer: Response): string => {
    const requestId = answer.headers.get('x-request-id') ?? 'none';
    const lines = api.log().split('\n');
    return lines.filter((line) => line.includes(requestId)).join('\n');
  };

  async function once<T>(method: string, path: string, json?: unknown, as = key): Promise<T | null> {
    const answer = await fetch(api.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    if (answer.ok) {
      if (/\/(query|search)$/.test(path)) answeredMs.push(performance.now());
      return JSON.parse(text) as T;
    }
    // A search engine that is there but too slow, as on a machine with other work.
    const isLate = answer.status === 504 && text.includes('UPSTREAM_TIMEOUT');
    if (!isLate && (answer.status !== unavailable || !(Number(answer.headers.get('retry-after')) > 0)))
      throw new Error(`${method} ${path}: ${answer.status} ${text}\n${logOf(answer)}`);
    refusals.push({ atMs: performance.now(), path });
    return null;
  }

  return {
    once,
    async until<T>(method: string, path: string, json?: unknown, as = key): Promise<T> {
      for (;;) {
        const answer = await once<T>(method, path, json, as);
        if (answer !== null) return answer;
        await pause(pollMs);
      }
    },
    refused: () => refusals,
    longestSilenceMs(fromMs) {
      const times = [fromMs, ...answeredMs.filter((atMs) => atMs >= fromMs)];
      return Math.max(...times.slice(1).map((atMs, n) => atMs - times[n]!));
    },
    refusedMs(fromMs) {
      const times = refusals.flatMap(({ atMs }) => (atMs >= fromMs ? [atMs] : []));
      return times.length === 0 ? 0 : times.at(-1)! - times[0]!;
    },
  };
}
