/** Length below which names are too similar to each other to compare. */
const charsMin = 6;
/** Length from which names may differ by two slips. */
const twoSlipsFrom = 10;
const prefix = 'SHEAF_';

/** A variable that no program reads, and the one that was probably meant. */
export interface MisspeltVariable {
  name: string;
  meant: string;
}

/**
 * Variables of an environment whose names, with or without the prefix `SHEAF_`, are almost those of known
 * ones. A name is skipped when the known variable is set too, since it then belongs to another program, and
 * when its value is an address, as in the links of containers.
 */
export function misspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): MisspeltVariable[] {
  const names = new Set(known);
  return Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || names.has(name) || /^(?:tcp|udp):\/\//.test(value)) return [];
    const meant = known.find((each) => env[each] === undefined && isMeant(name.toUpperCase(), each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function isMeant(given: string, known: string): boolean {
  const name = given.startsWith(prefix) ? given.slice(prefix.length) : given;
  if (name === known) return true;
  if (known.length < charsMin) return false;
  const slipsMax = known.length < twoSlipsFrom ? 1 : 2;
  return Math.abs(name.length - known.length) <= slipsMax && slipsBetween(name, known) <= slipsMax;
}

/** Number of letters to insert, delete, replace or swap with their neighbour. */
function slipsBetween(some: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= some.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = some[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && some[i - 1] === other[j - 2] && some[i - 2] === other[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[other.length]!;
}
