import { type estypes } from '@elastic/elasticsearch';
import { type CountedGroups, countGroups, type Grouping, groupsCounted } from '../groups/grouping';
import { type Query } from '../search/word-queries';

type Aggregation = estypes.AggregationsAggregationContainer;

/** A value of a facet, and how many records have it. */
export interface FacetValue {
  value: string | number | boolean;
  count: number;
}

/** Values of a facet that are to be counted in groups. */
export interface ValuesInRecords<Value extends FacetValue = FacetValue> {
  column: string;
  /** Filter under which the facet is counted. */
  under: Query;
  /** Values with the records that have them, the most frequent first. */
  values: readonly Value[];
  /** Values that are wanted. */
  limit: number;
}

/** Asks for aggregations of the documents that pass some filters. */
export type AskCounts = (
  filters: readonly Query[],
  aggregations: Record<string, Aggregation>,
) => Promise<Record<string, unknown>>;

/** Values of a facet that are counted together. */
const valuesPerStep = 20;
/** Records that sketches are made for: one for few takes less memory. */
const sketchSizes = [10, 100, 1_000, 3_000] as const;
const pairsPerRequest = 10_000;

/**
 * Counts values in groups, those of several facets together. A value has at most as many groups as records,
 * so that values are counted in the order of their records, until no further one can be among the wanted.
 *
 * @returns the wanted values of each facet, those in most groups first
 */
export async function countInGroups<Value extends FacetValue>(
  ask: AskCounts,
  grouping: Grouping,
  facets: readonly ValuesInRecords<Value>[],
): Promise<Value[][]> {
  const counted = facets.map((): Value[] => []);
  for (;;) {
    const open = facets.flatMap((facet, place) => (isOpen(facet, counted[place]!) ? [place] : []));
    if (open.length === 0) break;
    const steps = open.map((place) => {
      const { values, ...facet } = facets[place]!;
      const from = counted[place]!.length;
      return { ...facet, values: values.slice(from, from + valuesPerStep) };
    });
    // A value of a single record has a single group.
    const asked = steps.filter(({ values }) => values[0]!.count > 1);
    const answers = await (grouping.isCoded ? codedGroups(ask, asked) : pairedGroups(ask, grouping, asked));
    for (const [n, place] of open.entries()) {
      const groups = answers[asked.indexOf(steps[n]!)];
      counted[place]!.push(
        ...steps[n]!.values.map((value, at) => ({ ...value, count: groups?.[at] ?? value.count })),
      );
    }
  }
  return counted.map((values, place) => byCount(values).slice(0, facets[place]!.limit));
}

/** Whether a value that is not counted yet may be among the wanted. */
function isOpen({ values, limit }: ValuesInRecords, counted: readonly FacetValue[]): boolean {
  const next = values[counted.length];
  if (next === undefined) return false;
  const last = byCount(counted)[limit - 1];
  return last === undefined || next.count >= last.count;
}

/** The most frequent first; among equals the order of the search engine stays. */
function byCount<Value extends FacetValue>(values: readonly Value[]): Value[] {
  return [...values].sort((a, b) => b.count - a.count);
}

/** Groups of each value of each facet, by the codes of the groups. */
async function codedGroups(ask: AskCounts, facets: readonly ValuesInRecords[]): Promise<number[][]> {
  const aggregations: Record<string, Aggregation> = {};
  for (const [place, { column, under, values }] of facets.entries()) {
    const aggs: Record<string, Aggregation> = {};
    for (const recordsMax of new Set(values.map(sketchSize))) {
      const some = values.flatMap((value, at): [string, Query][] =>
        sketchSize(value) === recordsMax ? [[`v${at}`, { term: { [column]: value.value } }]] : [],
      );
      aggs[`upTo${recordsMax}`] = {
        filters: { filters: Object.fromEntries(some) },
        aggs: { groups: countGroups(recordsMax) },
      };
    }
    aggregations[`facet${place}`] = { filter: under, aggs };
  }
  if (facets.length === 0) return [];
  const found = (await ask([], aggregations)) as Record<string, CodedAnswer>;
  return facets.map(({ values }, place) =>
    values.map((value, at) => {
      const { buckets } = found[`facet${place}`]![`upTo${sketchSize(value)}`]!;
      return groupsCounted(buckets[`v${at}`]!.groups);
    }),
  );
}

/** Answer to an aggregation of {@link codedGroups}. */
type CodedAnswer = Record<string, { buckets: Record<string, { groups: CountedGroups }> }>;

/** Records for which the sketch of a value has to be large enough. */
function sketchSize({ count }: FacetValue): number {
  return sketchSizes.find((size) => count <= size) ?? Infinity;
}

/** Groups of each value of each facet, by listing all pairs of a value and a group. */
async function pairedGroups(
  ask: AskCounts,
  grouping: Grouping,
  facets: readonly ValuesInRecords[],
): Promise<number[][]> {
  const counts: number[][] = [];
  for (const facet of facets) {
    const groups = await pairsOf(ask, grouping.field, facet);
    const alone = grouping.isKeyed ? null : await aloneIn(ask, grouping.field, facet);
    counts.push(
      facet.values.map(
        ({ value }, at) => (groups.get(String(value)) ?? 0) + (alone === null ? 0 : alone[at]!),
      ),
    );
  }
  return counts;
}

async function pairsOf(
  ask: AskCounts,
  groupField: string,
  { column, under, values }: ValuesInRecords,
): Promise<Map<string, number>> {
  const groups = new Map<string, number>();
  const filters: Query[] = [under, { terms: { [column]: values.map(({ value }) => value) } }];
  for (let after: object | undefined; ;) {
    const { pairs } = (await ask(filters, {
      pairs: {
        composite: {
          size: pairsPerRequest,
          sources: [{ value: { terms: { field: column } } }, { group: { terms: { field: groupField } } }],
          ...(after === undefined ? {} : { after: after as Record<string, estypes.FieldValue> }),
        },
      },
    })) as { pairs: { after_key?: object; buckets: { key: { value: unknown } }[] } };
    for (const { key } of pairs.buckets) {
      const value = String(key.value);
      groups.set(value, (groups.get(value) ?? 0) + 1);
    }
    if (pairs.buckets.length < pairsPerRequest) return groups;
    after = pairs.after_key;
  }
}

/** Records of each value that have no value to be grouped by, and are a group each. */
async function aloneIn(
  ask: AskCounts,
  groupField: string,
  { column, under, values }: ValuesInRecords,
): Promise<number[]> {
  const filters = Object.fromEntries(
    values.map(({ value }, at) => [`v${at}`, { term: { [column]: value } }]),
  );
  const without: Query = { bool: { must_not: [{ exists: { field: groupField } }] } };
  const { alone } = (await ask([under, without], { alone: { filters: { filters } } })) as {
    alone: { buckets: Record<string, { doc_count: number }> };
  };
  return values.map((_, at) => alone.buckets[`v${at}`]!.doc_count);
}
