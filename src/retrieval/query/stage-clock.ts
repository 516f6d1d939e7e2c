import { type QueryStage, type QueryTiming } from '../../domain/documents/query';

/** Measures the steps of one query, which do not overlap. */
export interface StageClock {
  /** Runs a step and adds its time to that of the stage. */
  time<T>(name: QueryStage, step: () => T | Promise<T>): Promise<T>;
  /** The stages in the order in which they began, in whole milliseconds. */
  timing(): QueryTiming;
}

export function startStageClock(nowMs: () => number = () => performance.now()): StageClock {
  const startedMs = nowMs();
  const stages = new Map<QueryStage, { startMs: number; durationMs: number }>();

  return {
    async time(name, step) {
      const stepMs = nowMs();
      const stage = stages.get(name) ?? { startMs: stepMs - startedMs, durationMs: 0 };
      stages.set(name, stage);
      try {
        return await step();
      } finally {
        stage.durationMs += nowMs() - stepMs;
      }
    },
    timing: () => ({
      totalMs: Math.round(nowMs() - startedMs),
      stages: [...stages].map(([name, { startMs, durationMs }]) => ({
        name,
        startMs: Math.round(startMs),
        durationMs: Math.round(durationMs),
      })),
    }),
  };
}
