import { setImmediate } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { shownText, tableLines, wholeRowLines } from './terminal-table.js';

/** Rows of a result. */
export interface Table {
  head: string[];
  rows: unknown[][];
  /** The rows for people, where programs get others. */
  onTerminal?: { head: string[]; rows: unknown[][] };
}

/** How commands show results and progress. */
export interface Output {
  /** Whether a person reads the results: they go to a terminal, and not as JSON. */
  isForPeople: boolean;
  /**
   * Shows a value as JSON when the caller chose that, otherwise as a table.
   *
   * @throws AbortError once the command is interrupted
   */
  show(value: unknown, table: Table): Promise<void>;
  /** Shows the facts of one object as JSON when the caller chose that, otherwise each on a line of its own. */
  facts(value: unknown, facts: Record<string, unknown>): Promise<void>;
  /** Writes the texts of chunks as they are, or the chunks as JSON when the caller chose that. */
  texts(chunks: AsyncIterable<{ text: string }>): Promise<void>;
  /** Shows one item of a stream on a line: as JSON when the caller chose that, otherwise its fields. */
  line(value: unknown, fields: unknown[]): void;
  /** Shows a progress bar on terminals only. `note` stands after it; `end` removes it. */
  bar(title: string): {
    update: (done: number, total: number | null, note?: string) => void;
    end: () => void;
  };
}

/** Lines between two checks for Ctrl-C. */
const linesAtOnce = 50;
/** Width of a terminal that does not report one. */
const defaultColumns = 80;

/**
 * Creates an output that writes tables and bars to terminals, and fields separated by tabs to pipes and
 * files. JSON is the same for all.
 *
 * @param isFull whether tables on a terminal show every field in full, on several lines if needed
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
    isForPeople: isTerminal && !isJson,
    async show(value, { head, rows, onTerminal = { head, rows } }) {
      if (isJson) writeJson(value);
      else if (!isTerminal) await writeLines(fieldLines(rows), signal);
      else if (rows.length === 0) process.stderr.write('Nothing found.\n');
      else await writeLines(terminalLines(onTerminal.head, onTerminal.rows, isFull), signal);
    },
    async facts(value, facts) {
      if (isJson) writeJson(value);
      else if (isTerminal)
        await writeLines(wholeRowLines(Object.keys(facts), Object.values(facts).map(textOf)), signal);
      else await writeLines(fieldLines(Object.entries(facts)), signal);
    },
    async texts(chunks) {
      const found = [];
      for await (const chunk of chunks) {
        if (isJson) found.push(chunk);
        else
          await writeLines(
            [chunk.text, ''].map((text) => (isTerminal ? shownLines(text) : text)),
            signal,
          );
      }
      if (isJson) writeJson(found);
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

function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** A text with its line ends, and spaces instead of other control characters. */
const shownLines = (text: string) =>
  text
    .split(/\r\n|[\r\n]/)
    .map(shownText)
    .join('\n');

/**
 * A synchronous write to a terminal or pipe blocks, and no signal is handled meanwhile: lines go in groups.
 */
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

/** Replaces tabs and line ends, which separate fields and rows. */
const fieldOf = (value: unknown): string => textOf(value).replaceAll(/[\t\r\n]+/g, ' ');
