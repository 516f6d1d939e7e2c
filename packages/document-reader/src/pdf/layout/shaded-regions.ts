import { type Rule } from '../page-drawings';
import { around, heightOf, type Rect, widthOf } from '../rect';
import { clustersOf } from './ruled-grid';

/** Greatest white between the shaded cells of one table: beside each other, and between its stripes, in points. */
const gapBesideMax = 30;
const gapBelowMax = 32;
const commonShareMin = 0.6;
const regionsMax = 400;
/** Least share of shades in the length of upright edges; slivers between two shades pass for lines. */
const shadeShareMin = 0.6;
/** Heights of the highest shade from which an upright line is a rule between columns. */
const ruleShadesMin = 2;

/**
 * Regions of tables whose cells or rows are shaded and have no lines around them. Boxes of shades do not tell
 * rows and columns: programs shade cells with white between them, leave out every other row, and divide a
 * currency sign from its amount.
 */
export function shadedRegions(rules: readonly Rule[]): Rect[] {
  const clusters = clustersOf(rules).filter(isShaded);
  if (clusters.length > regionsMax) return [];
  let regions = clusters.map((cluster) => around(cluster));
  for (;;) {
    const joined = joinFirst(regions);
    if (joined === null) return regions;
    regions = joined;
  }
}

/** Whether shades give the upright edges of a cluster, and no rules between its columns. */
function isShaded(cluster: readonly Rule[]): boolean {
  const upright = cluster.filter((rule) => !rule.horizontal);
  const shades = upright.filter((rule) => rule.shade === true).map(heightOf);
  const lines = upright.filter((rule) => rule.shade !== true).map(heightOf);
  const total = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0);
  if (total(shades) === 0 || total(shades) < (total(shades) + total(lines)) * shadeShareMin) return false;
  return Math.max(0, ...lines) < Math.max(...shades) * ruleShadesMin;
}

/** Regions with the first two that belong together joined; null where none do. */
function joinFirst(regions: readonly Rect[]): Rect[] | null {
  for (const [index, region] of regions.entries()) {
    const other = regions.findIndex((next, at) => at > index && belongTogether(region, next));
    if (other < 0) continue;
    const rest = regions.filter((_, at) => at !== index && at !== other);
    return [...rest, around([region, regions[other]!])];
  }
  return null;
}

function belongTogether(a: Rect, b: Rect): boolean {
  const beside = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const below = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  const high = Math.min(heightOf(a), heightOf(b));
  const wide = Math.min(widthOf(a), widthOf(b));
  if (-below >= high * commonShareMin && beside <= gapBesideMax) return true;
  return -beside >= wide * commonShareMin && below <= gapBelowMax;
}
