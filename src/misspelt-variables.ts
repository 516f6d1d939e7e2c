import { editDistance } from './domain/platform/edit-distance';

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
  return Math.abs(name.length - known.length) <= slipsMax && editDistance(name, known) <= slipsMax;
}
