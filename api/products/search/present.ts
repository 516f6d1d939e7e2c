import { searchHitsMax } from '../../../src/domain/products/limits';
import { rawObject } from '../../../src/domain/products/raw-object';
import { type QueryConstraint } from '../../../src/product-search';
import { facetWarnings, presentFacets } from './present-facets';
import { hitText, jsonMembers } from './present-hits';
import { presentServedBy } from './present-served-by';
import { type AnsweredSearch } from './search-index';

/** JSON text of the answer to a search: records stay the text that was sent. */
export function presentSearch(answered: AnsweredSearch): Buffer {
  const { served, asked, found, described, facets, totalMs } = answered;
  const { page, per_page: perPage } = asked;
  const { total, engineMs } = found;
  const pages = Math.ceil(Math.min(total, searchHitsMax) / perPage);
  const before = {
    ...presentServedBy(served),
    serving: { deterministic: served.target.isDeterministic && !found.lacksMeaning },
    total,
    total_records: found.records,
    total_exact: found.isTotalExact,
    page: { number: page, per_page: perPage, pages, has_more: page + 1 < pages },
  };
  const { corrections, completions } = described;
  const after = {
    ...(facets === null ? {} : presentFacets(facets, total)),
    query_understanding: {
      corrections,
      completions,
      constraints: presentConstraints(found.text.constraints),
    },
    warnings: [
      ...warningsOf(found.wordsMin),
      ...cutWarnings(described.cutAt),
      ...(facets === null ? [] : facetWarnings(facets)),
    ],
    timing: { engine_ms: engineMs, total_ms: totalMs },
  };
  const members = new Map(jsonMembers(before));
  members.set('hits', `[${described.hits.map((hit) => hitText(hit, asked.fields)).join(',')}]`);
  for (const [name, value] of jsonMembers(after)) members.set(name, value);
  return Buffer.from(rawObject(members));
}

/** Each amount, as it is compared with each field; those of one text belong together. */
function presentConstraints(constraints: readonly QueryConstraint[]) {
  return constraints.flatMap(({ text, isFilter, parts }) =>
    parts.flat().flatMap(({ field, asked }) =>
      asked.map(({ op, value }) => ({
        field: field.name,
        op,
        value,
        unit: field.unitName,
        text,
        applied: isFilter ? 'filter' : 'ranking',
      })),
    ),
  );
}

/** @param cutAt characters of a hit that were looked at */
function cutWarnings(cutAt: number | null) {
  if (cutAt === null) return [];
  const message = `Words of hits are told from the first ${cutAt} characters of each, as far as there are not too many.`;
  return [{ code: 'TEXTS_CUT', message }];
}

function warningsOf(wordsMin: number | null) {
  if (wordsMin === null) return [];
  const enough = ['a word or an amount is', 'one of them is'][wordsMin] ?? `${wordsMin} of them are`;
  return [
    { code: 'WORDS_OPTIONAL', message: `Few records have all words of the query, so that ${enough} enough.` },
  ];
}
