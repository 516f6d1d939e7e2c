import { type GeoPoint } from '../values/geo';

/** Bounds of one value. Numbers are in the unit of the field, dates Unix milliseconds. */
export interface RangeBounds {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

/** A test of single columns of a build. A record passes when one value of its column does. */
export type FilterCondition =
  | { kind: 'values'; column: string; values: readonly (string | number | boolean)[] }
  | { kind: 'range'; column: string; bounds: RangeBounds }
  /** One of the columns has a value. */
  | { kind: 'exists'; columns: readonly string[] }
  /** A place of one of the columns is at most so far away. */
  | { kind: 'radius'; columns: readonly string[]; center: GeoPoint; meters: number }
  /** A place of one of the columns is in the box; `west` above `east` crosses the date line. */
  | { kind: 'box'; columns: readonly string[]; north: number; south: number; west: number; east: number };

/** A checked filter. It names columns of one build, holds their values and needs no field table any more. */
export type FilterTree =
  | FilterCondition
  | { kind: 'and'; of: readonly FilterTree[] }
  | { kind: 'or'; of: readonly FilterTree[] }
  /** Exactly the records that the other filter leaves out, those without a value included. */
  | { kind: 'not'; of: FilterTree };

/** Filter for the records that pass all filters of a list, which has at least one. */
export function allOf(trees: readonly FilterTree[]): FilterTree {
  return joined('and', trees);
}

/** Filter for the records that pass at least one filter of a list, which has at least one. */
export function anyOf(trees: readonly FilterTree[]): FilterTree {
  return joined('or', trees);
}

/** Filter for the records that do not pass a filter. */
export function notOf(tree: FilterTree): FilterTree {
  return tree.kind === 'not' ? tree.of : { kind: 'not', of: tree };
}

/** The filters of which a record has to pass each: those of an `and` one by one. */
export function conjunctsOf(tree: FilterTree): readonly FilterTree[] {
  return tree.kind === 'and' ? tree.of : [tree];
}

/** Columns that a filter looks at. */
export function columnsOf(tree: FilterTree): Set<string> {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return new Set(tree.of.flatMap((part) => [...columnsOf(part)]));
    case 'not':
      return columnsOf(tree.of);
    case 'values':
    case 'range':
      return new Set([tree.column]);
    case 'exists':
    case 'radius':
    case 'box':
      return new Set(tree.columns);
  }
}

/** Parentheses that change nothing leave no trace. */
function joined(kind: 'and' | 'or', trees: readonly FilterTree[]): FilterTree {
  const of = trees.flatMap((tree) => (tree.kind === kind ? tree.of : [tree]));
  return of.length === 1 ? of[0]! : { kind, of };
}
