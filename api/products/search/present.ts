import { searchHitsMax } from '../../../src/domain/products/limits';
import { type RawMembers, rawMembers, rawObject } from '../../../src/domain/products/raw-object';
import { type DescribedHit, type FacetCounts, type QueryConstraint } from '../../../src/product-search';
import { type AnsweredBrowse } from '../../../src/services/products/search/browse';
import {
  type AnsweredSuggestions,
  type AnsweredTypeahead,
} from '../../../src/services/products/search/complete';
import { type AnsweredSearch } from '../../../src/services/products/search/search';
import { type AnsweredSimilar } from '../../../src/services/products/search/similar';
import { type ResolvedIndex } from '../../../src/services/products/search/resolve-index';
import { type RouteReply } from '../../http/route';
import { browseCursor } from './browse-cursor';
import { type BrowseBody } from './browse-schema';
import { type SearchBody } from './schema';
import { type SimilarBody } from './similar-schema';
import { type TypeaheadBody } from './typeahead-schema';
import { auditedIndex } from '../../../src/services/products/audit/find-index';
import { type ReadNote } from '../audit/read-note';

/** JSON text of the answer to a search: records stay the text that was sent. */
export function presentSearch(answered: AnsweredSearch, asked: SearchBody): Buffer {
  const { resolved, found, described, facets, totalMs } = answered;
  const { page, per_page: perPage } = asked;
  const { total, partial, engineMs } = found;
  const pages = Math.ceil(Math.min(total + (partial ?? 0), searchHitsMax) / perPage);
  const before = {
    ...presentServedBy(resolved),
    serving: { deterministic: resolved.target.isDeterministic && !found.lacksMeaning },
    total,
    total_records: found.records,
    total_exact: found.isTotalExact,
    partial,
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
    { code: 'WORDS_OPTIONAL', message: `No record has all words of the query, so that ${enough} enough.` },
  ];
}

/** JSON text of a page of a browse: records stay the text that was sent. */
export function presentBrowse(answered: AnsweredBrowse, asked: BrowseBody): Buffer {
  const { resolved, found, facets, totalMs } = answered;
  const { total, records, engineMs } = found;
  const nextCursor =
    found.next === null ? null : browseCursor({ indexId: resolved.row._id, asked }, found.next);
  const hits = records.map((record) => rawObject(recordMembers(record, asked.fields)));
  return Buffer.from(
    rawObject(
      new Map([
        ...jsonMembers({ ...presentServedBy(resolved), total }),
        ['hits', `[${hits.join(',')}]`],
        ...jsonMembers({
          next_cursor: nextCursor,
          ...(facets === null ? {} : presentFacets(facets, total)),
          warnings: facets === null ? [] : facetWarnings(facets),
          timing: { engine_ms: engineMs, total_ms: totalMs },
        }),
      ]),
    ),
  );
}

/** JSON text of the hits of a begun query: records stay the text that was sent. */
export function presentTypeahead(answered: AnsweredTypeahead, asked: TypeaheadBody): Buffer {
  const { resolved, hits, engineMs, totalMs } = answered;
  return Buffer.from(
    rawObject(
      new Map([
        ...jsonMembers(presentServedBy(resolved)),
        ['hits', `[${hits.map((hit) => hitText(hit, asked.fields)).join(',')}]`],
        ...jsonMembers({ timing: { engine_ms: engineMs, total_ms: totalMs } }),
      ]),
    ),
  );
}

/** JSON text of the records that are like another one: they stay the text that was sent. */
export function presentSimilar(answered: AnsweredSimilar, asked: SimilarBody): Buffer {
  const { resolved, by, hits, engineMs, totalMs } = answered;
  const texts = hits.map((hit) => {
    const members = recordMembers(hit, asked.fields);
    members.set('_score', JSON.stringify(Math.max(0, hit.similarity ?? hit.score)));
    setGroup(members, hit, asked.fields);
    return rawObject(members);
  });
  return Buffer.from(
    rawObject(
      new Map([
        ...jsonMembers({ ...presentServedBy(resolved), by }),
        ['hits', `[${texts.join(',')}]`],
        ...jsonMembers({ timing: { engine_ms: engineMs, total_ms: totalMs } }),
      ]),
    ),
  );
}

/** The answer with queries that a begun one may become. */
export function presentSuggestions({ resolved, suggestions, engineMs, totalMs }: AnsweredSuggestions) {
  return {
    ...presentServedBy(resolved),
    suggestions,
    timing: { engine_ms: engineMs, total_ms: totalMs },
  };
}

/** JSON text of the answer to one of several searches: what its route answers, or why it refuses. */
export function joinedResult({ status, body, headers = {} }: RouteReply): string {
  const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const retryAfter = headers['Retry-After'];
  return rawObject(
    new Map([
      ['status', String(status)],
      [status < 300 ? 'result' : 'error', text],
      ...(retryAfter === undefined ? [] : [['retry_after_seconds', retryAfter] as const]),
    ]),
  );
}

/** First members of every answer of a search: its id, and what has answered. */
function presentServedBy({ queryId, row, asked, chosen, target }: ResolvedIndex) {
  return {
    query_id: queryId,
    index: asked,
    build: target.buildId,
    served_by: { index: row.name, layer: chosen?.layer ?? null, group: chosen?.group ?? null },
  };
}

/** Facts as members of a JSON object, in their order. */
const jsonMembers = (facts: object): [string, string][] =>
  Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]);

/** JSON text of a hit: id first, then the members of the record, then what is said about it. */
function hitText(hit: DescribedHit, fields: readonly string[] | undefined): string {
  const { score, isPartial, similarity, matched, highlight, explanation } = hit;
  const members = recordMembers(hit, fields);
  members.set('_score', JSON.stringify(score));
  if (isPartial) members.set('_partial', 'true');
  if (similarity !== null) members.set('_by', '"meaning"');
  if (highlight !== null) members.set('_highlight', JSON.stringify(highlight));
  setGroup(members, hit, fields);
  members.set('_matched', JSON.stringify(matched));
  if (explanation !== null) {
    const { stopWords, ...rest } = explanation;
    members.set('_explain', JSON.stringify({ ...rest, stop_words: stopWords }));
  }
  return rawObject(members);
}

/** Adds the group of a hit, if hits are grouped. */
function setGroup(
  members: RawMembers,
  { group }: Pick<DescribedHit, 'group'>,
  fields: readonly string[] | undefined,
): void {
  if (group === null) return;
  const others = group.others.map((record) => rawObject(recordMembers(record, fields)));
  const { value, total } = group;
  members.set('_group', `{"value":${JSON.stringify(value)},"total":${total},"hits":[${others.join(',')}]}`);
}

/** JSON texts of the wanted members of a record, its id first. */
function recordMembers(
  { id, text }: { id: string; text: string },
  fields: readonly string[] | undefined,
): RawMembers {
  const members: RawMembers = new Map([['id', JSON.stringify(id)]]);
  const wanted = fields === undefined ? null : new Set(fields);
  for (const [name, value] of rawMembers(text))
    if (name !== 'id' && wanted?.has(name) !== false) members.set(name, value);
  return members;
}

/** The facets of an answer. @param records over which they are counted */
function presentFacets({ counts, stats, search, isExact }: FacetCounts, records: number) {
  return {
    facets: Object.fromEntries(counts),
    facet_stats: Object.fromEntries(stats),
    ...(search === null ? {} : { facet_query: search }),
    facets_exact: isExact,
    facet_set_size: records,
  };
}

/** Warnings about facets that have no counts, or are left out. */
function facetWarnings({ uncounted, leftOut }: FacetCounts) {
  const warnings: { code: string; message: string; fields?: string[] }[] = [];
  if (uncounted.length > 0) {
    const message = `${uncounted.join(', ')}: dates and facets of more than 1,000 values have no counts.`;
    warnings.push({ code: 'FACET_NO_COUNTS', message, fields: uncounted });
  }
  if (leftOut > 0) {
    const message = `${leftOut} further facets of the index are not counted; name those that you want in facet_keys.`;
    warnings.push({ code: 'FACETS_LEFT_OUT', message });
  }
  return warnings;
}

/** Records of an answer. */
export type FoundRecords = Pick<ReadNote, 'total' | 'returnedIds'>;

const noRecords: FoundRecords = { total: null, returnedIds: [] };

/** Note of an answer: the index under the name that was asked, with the rule of the one that has served. */
export function readNote({ row, asked, target }: ResolvedIndex, found: FoundRecords = noRecords): ReadNote {
  return { index: auditedIndex(row, asked, target.settings), ...found };
}

export function foundBySearch({ found, described }: AnsweredSearch): FoundRecords {
  return { total: found.total, returnedIds: idsOfHits(described.hits) };
}

export function foundBySimilar({ hits }: AnsweredSimilar): FoundRecords {
  return { total: null, returnedIds: idsOfHits(hits) };
}

/** Ids of hits, and of the other members of their groups. */
function idsOfHits(hits: readonly Pick<DescribedHit, 'id' | 'group'>[]): string[] {
  const ids = hits.flatMap(({ id, group }) => [id, ...(group?.others.map((record) => record.id) ?? [])]);
  return [...new Set(ids)];
}

export function foundByBrowse({ found }: AnsweredBrowse): FoundRecords {
  return { total: found.total, returnedIds: found.records.map(({ id }) => id) };
}

export function foundByTypeahead({ hits }: AnsweredTypeahead): FoundRecords {
  return { total: null, returnedIds: hits.map(({ id }) => id) };
}
