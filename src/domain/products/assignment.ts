/** A share of the shoppers of an index. */
export interface AssignmentGroup {
  name: string;
  /** Above 0, at most 1; those of a layer sum to 1. */
  share: number;
  /** Copy that serves the group; null when the index itself does. */
  index: string | null;
}

/** A split of all shoppers; layers with different salts split independently of each other. */
export interface AssignmentLayer {
  id: string;
  salt: string;
  groups: AssignmentGroup[];
}

/** Split of the shoppers of an index between copies of it. Members have their names of the wire. */
export interface Assignment {
  layers: AssignmentLayer[];
}

/**
 * Maps a shopper to a number from 0 (inclusive) to 1 (exclusive) in a layer; equal salts and shoppers give
 * equal numbers.
 */
export type ShopperWeight = (salt: string, userToken: string) => number;

export interface ChosenGroup {
  layer: string;
  group: string;
  index: string | null;
}

/** The group of a layer for a weight: shares are laid end to end, in the order of the list. */
function groupAt({ id, groups }: AssignmentLayer, weight: number): ChosenGroup {
  let end = 0;
  const found = groups.find(({ share }) => weight < (end += share)) ?? groups.at(-1)!;
  return { layer: id, group: found.name, index: found.index };
}

/**
 * The groups of a shopper: one of each layer, up to the first that names a copy. Without such a layer the
 * index itself serves.
 */
export function groupsOf({ layers }: Assignment, userToken: string, weightOf: ShopperWeight): ChosenGroup[] {
  const chosen: ChosenGroup[] = [];
  for (const layer of layers) {
    const group = groupAt(layer, weightOf(layer.salt, userToken));
    chosen.push(group);
    if (group.index !== null) break;
  }
  return chosen;
}

/** The first group with a name; null without one. */
export function groupNamed({ layers }: Assignment, name: string): ChosenGroup | null {
  for (const { id, groups } of layers) {
    const found = groups.find((group) => group.name === name);
    if (found !== undefined) return { layer: id, group: name, index: found.index };
  }
  return null;
}
