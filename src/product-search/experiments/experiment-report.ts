import { type AssignmentGroup } from '../../domain/products/assignment';
import {
  EVENT_TYPES,
  type EventType,
  type ExperimentCounts,
  noCounts,
} from '../../domain/products/experiment';
import { countsOf, type ExperimentDayRow } from '../../stores/products/experiment-days';
import { chiSquareAbove } from './chi-square';
import { differenceOf, type Estimate, meanOf, rateOf } from './intervals';
import { addShoppers, comparedShoppers, emptySample, type ShopperSample, shoppersOf } from './shopper-sample';

/** Shoppers that a group should have at least for the test of the shares to hold. */
const expectedShoppersMin = 5;

/** Counts of a group over the days of a report. */
export interface GroupFigures {
  counts: ExperimentCounts;
  sample: ShopperSample;
}

/** A figure of a group and its difference to that of the control group; null for the control group itself. */
export interface ComparedEstimate extends Estimate {
  difference: Estimate | null;
}

/** A group in a report. Figures are null while there is nothing to take them from. */
export interface GroupReport {
  name: string;
  /** Copy that serves it, and its share; null for a group that the layer no longer has. */
  assigned: AssignmentGroup | null;
  isControl: boolean;
  searches: number;
  shoppers: number;
  emptyRate: ComparedEstimate | null;
  /** Share of the searches with an event, by its type. */
  rates: Record<EventType, ComparedEstimate | null>;
  clickPosition: ComparedEstimate | null;
  value: number;
}

/** Whether shoppers came to the groups as the shares say. */
export interface SampleRatio {
  /** Shares of the groups, in their order. */
  expected: number[];
  /** Shares that the groups have of the compared shoppers; zeros without any. */
  observed: number[];
  shoppers: number;
  /** p-value of a chi-square test; null for too few shoppers or a single group. */
  pValue: number | null;
}

export interface ExperimentReport {
  groups: GroupReport[];
  sampleRatio: SampleRatio;
}

/** Adds up the rows of a layer by group. Memory does not grow with the number of rows. */
export async function gatherFigures(
  rows: AsyncIterable<ExperimentDayRow>,
): Promise<Map<string, GroupFigures>> {
  const figures = new Map<string, GroupFigures>();
  for await (const row of rows) {
    const known = figures.get(row.group) ?? { counts: noCounts(), sample: emptySample() };
    figures.set(row.group, { counts: sumOf(known.counts, countsOf(row)), sample: known.sample });
    addShoppers(known.sample, row.shoppers ?? []);
  }
  return figures;
}

/**
 * Reports the groups of a layer, those that it has first. The control group is the first one that the index
 * serves itself, else the first one.
 */
export function reportExperiment(
  assigned: readonly AssignmentGroup[],
  figures: ReadonlyMap<string, GroupFigures>,
): ExperimentReport {
  const nothing = (): GroupFigures => ({ counts: noCounts(), sample: emptySample() });
  const control = assigned.find(({ index }) => index === null) ?? assigned[0] ?? null;
  const former = [...figures.keys()].filter((name) => !assigned.some((group) => group.name === name)).sort();
  const names = [...assigned.map(({ name }) => name), ...former];
  const controlCounts = control === null ? null : (figures.get(control.name)?.counts ?? noCounts());
  const groups = names.map((name) => ({
    name,
    assigned: assigned.find((group) => group.name === name) ?? null,
    isControl: name === control?.name,
    shoppers: shoppersOf((figures.get(name) ?? nothing()).sample),
    ...compared((figures.get(name) ?? nothing()).counts, name === control?.name ? null : controlCounts),
  }));
  const samples = assigned.map(({ name }) => (figures.get(name) ?? nothing()).sample);
  return { groups, sampleRatio: sampleRatioOf(assigned, samples) };
}

function sumOf(some: ExperimentCounts, others: ExperimentCounts): ExperimentCounts {
  const types = EVENT_TYPES.map(
    (type) => [type, some.searchesWith[type] + others.searchesWith[type]] as const,
  );
  return {
    searches: some.searches + others.searches,
    empty: some.empty + others.empty,
    searchesWith: Object.fromEntries(types) as ExperimentCounts['searchesWith'],
    positions: {
      clicks: some.positions.clicks + others.positions.clicks,
      sum: some.positions.sum + others.positions.sum,
      squares: some.positions.squares + others.positions.squares,
    },
    value: some.value + others.value,
  };
}

/** Figures of a group beside those of the control group; null: it is the control group, or there is none. */
function compared(counts: ExperimentCounts, control: ExperimentCounts | null) {
  const beside = (figure: (of: ExperimentCounts) => Estimate | null): ComparedEstimate | null => {
    const estimate = figure(counts);
    const other = control === null ? null : figure(control);
    if (estimate === null) return null;
    return { ...estimate, difference: other === null ? null : differenceOf(estimate, other) };
  };
  const rates = EVENT_TYPES.map((type) => [
    type,
    beside(({ searches, searchesWith }) => rateOf(searchesWith[type], searches)),
  ]);
  return {
    searches: counts.searches,
    emptyRate: beside(({ searches, empty }) => rateOf(empty, searches)),
    rates: Object.fromEntries(rates) as GroupReport['rates'],
    clickPosition: beside(({ positions: { clicks: count, sum, squares } }) =>
      meanOf({ count, sum, squares }),
    ),
    value: counts.value,
  };
}

function sampleRatioOf(assigned: readonly AssignmentGroup[], samples: readonly ShopperSample[]): SampleRatio {
  const counts = comparedShoppers(samples);
  const shoppers = counts.reduce((sum, count) => sum + count, 0);
  const expected = assigned.map(({ share }) => share);
  const isTested = expected.length > 1 && expected.every((share) => share * shoppers >= expectedShoppersMin);
  const chiSquare = counts.reduce((sum, count, n) => {
    const wanted = expected[n]! * shoppers;
    return sum + (count - wanted) ** 2 / wanted;
  }, 0);
  return {
    expected,
    observed: counts.map((count) => (shoppers === 0 ? 0 : count / shoppers)),
    shoppers,
    pValue: isTested ? chiSquareAbove(chiSquare, expected.length - 1) : null,
  };
}
