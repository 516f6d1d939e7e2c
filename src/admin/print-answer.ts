import { type Command } from 'commander';

/**
 * Makes the action of a command. The action runs the command and prints the answer: with `--json` as one line
 * of JSON, otherwise as lines for operators.
 *
 * @param run takes the command's arguments in their order, then its options
 */
export function printing<Args extends unknown[], Answer>(
  run: (...args: Args) => Promise<Answer>,
  linesOf: (answer: Answer) => readonly string[],
) {
  return async function print(this: Command, ...args: Args): Promise<void> {
    const answer = await run(...args);
    const { json = false } = this.optsWithGlobals<{ json?: boolean }>();
    process.stdout.write(`${json ? JSON.stringify(answer) : linesOf(answer).join('\n')}\n`);
  };
}

const gap = '  ';

/** Lines of a table with aligned columns. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)));
  return [head, ...rows].map((row) =>
    row
      .map((field, at) => field.padEnd(widths[at]!))
      .join(gap)
      .trimEnd(),
  );
}

/** Lines of names and values, with the values aligned. */
export function fieldLines(fields: Readonly<Record<string, string>>): string[] {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields).map(([name, value]) => `${name.padEnd(width)}${gap}${value}`);
}

/** Formats a number with its noun: `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a time in UTC to the minute: `2026-11-27 09:30`. */
export function shownTime(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
