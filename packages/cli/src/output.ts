import { setImmediate } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { shownText, tableLines, wholeRowLines } from './terminal-table.js';

/** Ways to show results and progress. */
export interface Output {
  /**
   * Shows a value as JSON where that was asked for, else rows under their heads.
   *
   * @throws AbortError once the command is interrupted
   */
  show(value: unknown, table: { head: string[]; rows: unknown[][] }): Promise<void>;
  /** Shows one of many things that come over time: JSON on a line of its own, else its fields on one. */
  line(value: unknown, fields: unknown[]): void;
  /** A bar on a terminal; elsewhere nothing. `note` stands behind it; `end` removes it. */
  bar(title: string): {
    update: (done: number, total: number | null, note?: string) => void;
    end: () => void;
  };
}

/** Lines that are written before Ctrl-C is looked for again. */
const linesAtOnce = 50;
/** Of a terminal that does not tell how wide it is. */
const defaultColumns = 80;

/**
 * Terminals get tables and bars; pipes and files get fields between tabs, and JSON is plain anywhere.
 *
 * @param isFull tables of a terminal show all of each field, on as many lines as it takes
 */
export function createOutput({
  isJson,
  isFull,
  signal,
}: {
  isJson: boolean;
  isFull: boolean;
  signal: AbortSignal;
}): Output {
  const isTerminal = process.stdout.isTTY;
  return {
    async show(value, { head, rows }) {
      if (isJson) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else if (isTerminal) await writeLines(terminalLines(head, rows, isFull), signal);
      else await writeLines(fieldLines(rows), signal);
    },
    line(value, fields) {
      const text = isTerminal ? shownText(fields.map(fieldOf).join('  ')) : fields.map(fieldOf).join('\t');
      process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
    },
    bar(title) {
      if (isJson || !process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
      const bar = new SingleBar({ format: `${title} {bar} {value}/{total} {note}`, clearOnComplete: true });
      bar.start(1, 0, { note: '' });
      return {
        update(done, total, note = '') {
          bar.setTotal(Math.max(total ?? 0, done, 1));
          bar.update(done, { note });
        },
        end: () => {
          bar.stop();
        },
      };
    },
  };
}

/** Writes to a terminal or a pipe wait for its reader, and no signal is seen meanwhile. */
async function writeLines(lines: Iterable<string>, signal: AbortSignal): Promise<void> {
  let waiting: string[] = [];
  const write = async () => {
    signal.throwIfAborted();
    if (waiting.length > 0) process.stdout.write(`${waiting.join('\n')}\n`);
    waiting = [];
    await setImmediate();
  };
  for (const line of lines) if (waiting.push(line) === linesAtOnce) await write();
  await write();
}

function* terminalLines(head: string[], rows: unknown[][], isFull: boolean): Generator<string> {
  const texts = rows.map((row) => row.map(textOf));
  if (isFull) for (const row of texts) yield* wholeRowLines(head, row);
  else yield* tableLines(head, texts, process.stdout.columns || defaultColumns);
}

function* fieldLines(rows: unknown[][]): Generator<string> {
  for (const row of rows) yield row.map(fieldOf).join('\t');
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Tabs and line ends within a field would look like those between fields. */
const fieldOf = (value: unknown): string => textOf(value).replaceAll(/[\t\r\n]+/g, ' ');
