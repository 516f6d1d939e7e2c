import type { ParseJobResource } from '../../api/documents/parse-jobs/schema';

const barWidth = 24;
const clearLine = '\r\u001b[K';

/** Stream that progress is shown on. */
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows the state of a job again and again. */
export interface ProgressDisplay {
  show(job: ParseJobResource): void;
  /** Leaves the last state standing. */
  end(): void;
}

/**
 * A bar that is redrawn on a terminal; elsewhere a line whenever the stage or the number of sheets changes.
 */
export function createProgressDisplay(output: ProgressOutput): ProgressDisplay {
  let shown = '';
  return {
    show(job) {
      if (output.isTTY === true) {
        shown = `${bar(fractionOf(job))} ${describe(job)}`;
        output.write(`${clearLine}${shown}`);
        return;
      }
      const { stage, sheets_done: sheetsDone } = job.progress;
      const step = `${stage}/${sheetsDone}`;
      if (step !== shown) output.write(`${describe(job)}\n`);
      shown = step;
    },
    end() {
      if (output.isTTY === true && shown !== '') output.write('\n');
    },
  };
}

function fractionOf({ status, progress }: ParseJobResource): number {
  if (status === 'completed') return 1;
  return progress.sheets_total === null ? 0 : progress.sheets_done / Math.max(1, progress.sheets_total);
}

function bar(fraction: number): string {
  const filled = Math.round(fraction * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}

function describe({ progress }: ParseJobResource): string {
  const sheets = `${progress.sheets_done}/${progress.sheets_total ?? '?'} sheets`;
  return `${progress.stage.padEnd(10)} ${sheets}, ${progress.rows_done.toLocaleString('en')} rows`;
}
