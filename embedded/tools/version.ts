import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const answerTimeoutMs = 20_000;

/** A version's leading numbers, such as `[1, 29]`. */
export type Version = readonly number[];

/**
 * The version that a program says it has: the numbers of `pattern`'s first group in what it prints for
 * `args`; undefined when it does not run or says something else.
 */
export async function askVersion(
  program: string,
  args: readonly string[],
  pattern: RegExp,
): Promise<Version | undefined> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: answerTimeoutMs });
    const found = pattern.exec(`${stdout}\n${stderr}`)?.[1];
    return found?.split('.').map(Number);
  } catch {
    // A program that cannot even say its version is not one to use.
    return undefined;
  }
}

/** Whether `version` is at least `least` and, when `below` is given, lower than it. */
export function isWithin(version: Version, least: Version, below?: Version): boolean {
  return compare(version, least) >= 0 && (below === undefined || compare(version, below) < 0);
}

function compare(left: Version, right: Version): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
