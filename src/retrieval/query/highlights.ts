import { randomBytes } from 'node:crypto';
import { readableText } from '../../domain/documents/readable-text';
import { type TextSpan } from '../../domain/documents/query';
import { keywordQuery, matchedSpans } from '../ranking';
import { stemField } from '../../stores/documents/search-index';
import { type ConfirmedRow } from './confirmed-rows';
import { type QueryRun, searchTimeoutMs } from './query-run';

/**
 * Ranges of the query's words in the texts of a page, by chunk. The search index finds the matching words in
 * its folded form of a text; their offsets are then found in the stored text.
 */
export async function readHighlights(
  { deps, query, signal }: Pick<QueryRun, 'deps' | 'query' | 'signal'>,
  rows: ReadonlyMap<string, ConfirmedRow>,
): Promise<Map<string, TextSpan[]>> {
  if (rows.size === 0) return new Map();
  const { view, text, stemLanguages } = query;
  // A random mark, which no stored text can contain.
  const mark = randomBytes(8).toString('hex');
  const [begin, end] = [`<${mark}>`, `</${mark}>`];
  const fields = ['text', ...stemLanguages.map(stemField)];
  const [answer] = await deps.search.searchMany(
    view.map(({ namespace }) => namespace),
    [
      {
        query: { ids: { values: [...rows.keys()] } },
        size: rows.size,
        _source: false,
        highlight: {
          type: 'unified',
          number_of_fragments: 0,
          pre_tags: [begin],
          post_tags: [end],
          highlight_query: keywordQuery(text, stemLanguages),
          fields: Object.fromEntries(fields.map((field) => [field, {}])),
        },
      },
    ],
    { signal, timeoutMs: searchTimeoutMs },
  );
  const spans = new Map<string, TextSpan[]>();
  for (const { _id, highlight = {} } of answer!.hits.hits) {
    const row = _id === undefined ? undefined : rows.get(_id);
    if (row === undefined) continue;
    const words = Object.values(highlight)
      .flat()
      .flatMap((marked) => marked.split(begin).slice(1))
      .map((part) => part.slice(0, part.indexOf(end)));
    spans.set(row.chunk._id, matchedSpans(readableText(row.chunk), new Set(words)));
  }
  return spans;
}
