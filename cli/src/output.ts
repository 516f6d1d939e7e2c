import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

/** Ways to show results and progress. */
export interface Output {
  /** Shows a value as JSON where that was asked for, else rows under their heads. */
  show(value: unknown, table: { head: string[]; rows: unknown[][] }): void;
  /** Shows one of many things that come over time: JSON on a line of its own, else its fields on one. */
  line(value: unknown, fields: unknown[]): void;
  /** A bar on a terminal; elsewhere nothing. `note` stands behind it; `end` removes it. */
  bar(title: string): {
    update: (done: number, total: number | null, note?: string) => void;
    end: () => void;
  };
}

/** Terminals get tables with lines and bars; pipes and files get fields between tabs, and JSON is plain anywhere. */
export function createOutput({ isJson }: { isJson: boolean }): Output {
  const isTerminal = process.stdout.isTTY;
  return {
    show(value, { head, rows }) {
      if (isJson) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else if (isTerminal) process.stdout.write(`${tableOf(head, rows)}\n`);
      else for (const row of rows) process.stdout.write(`${row.map(fieldOf).join('\t')}\n`);
    },
    line(value, fields) {
      const between = isTerminal ? '  ' : '\t';
      process.stdout.write(`${isJson ? JSON.stringify(value) : fields.map(fieldOf).join(between)}\n`);
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

function tableOf(head: string[], rows: unknown[][]): string {
  const table = new Table({ head, style: { head: [], border: [] }, wordWrap: true });
  table.push(...rows.map((row) => row.map(textOf)));
  return table.toString();
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Tabs and line ends within a field would look like those between fields. */
const fieldOf = (value: unknown): string => textOf(value).replaceAll(/[\t\r\n]+/g, ' ');
