import { editDistance } from '../../domain/platform/edit-distance';

const comparedCharsMax = 64;

/**
 * The names that are most like a wanted one, the likest first: by the fewest insertions, deletions, replacements
 * and swaps of neighbours (optimal string alignment), case aside. Equally like names keep their order.
 */
export function nearestNames(wanted: string, names: readonly string[], count: number): string[] {
  return ranked(wanted, names)
    .slice(0, count)
    .map(({ name }) => name);
}

/** The name that was probably meant: at most a third of its characters differ. Null when there is none. */
export function probablyMeant(wanted: string, names: readonly string[]): string | null {
  const [best] = ranked(wanted, names);
  if (best === undefined) return null;
  return best.distance * 3 <= Math.min(best.name.length, comparedCharsMax) ? best.name : null;
}

function ranked(wanted: string, names: readonly string[]): { name: string; distance: number }[] {
  const text = compared(wanted);
  return names
    .map((name) => ({ name, distance: editDistance(text, compared(name)) }))
    .sort((a, b) => a.distance - b.distance);
}

function compared(name: string): string {
  return name.slice(0, comparedCharsMax).toLowerCase();
}
