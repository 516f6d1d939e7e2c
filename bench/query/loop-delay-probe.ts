import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const nanosecondsPerMs = 1e6;

/** Measures the program that it is loaded into; on SIGUSR2 it writes what it has seen and begins anew. */
function watch(file: string): void {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  process.on('SIGUSR2', () => {
    const seen = {
      p99Ms: histogram.percentile(99) / nanosecondsPerMs,
      maxMs: histogram.max / nanosecondsPerMs,
    };
    histogram.reset();
    // The reader must never see half of it.
    writeFileSync(`${file}.part`, JSON.stringify(seen));
    renameSync(`${file}.part`, file);
  });
}

const { LOOP_DELAY_FILE: file } = process.env;
if (isMainThread && file !== undefined) watch(file);
