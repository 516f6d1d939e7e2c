import { type MatchSource } from '../../domain/documents/query';
import { type Candidate } from './candidates';
import { type ConfirmedRow } from './confirmed-rows';

/**
 * The sources of a hit: the legs that found it, and the kinds of matched content. A text counts by its origin
 * (recognised, transcribed, a table); matches in headings, titles, names and tags count as metadata.
 */
export function matchSourcesOf(
  { bm25, dense, fields, pulled }: Pick<Candidate, 'bm25' | 'dense' | 'fields' | 'pulled'>,
  { chunk }: Pick<ConfirmedRow, 'chunk'>,
): MatchSource[] {
  if (pulled) return ['boost'];
  const byText = dense !== null || fields.some(isText);
  return [
    ...(dense === null ? [] : ['content_embedding' as const]),
    ...(bm25 === null ? [] : ['keyword' as const]),
    ...(byText && chunk.origin !== 'text' ? [chunk.origin] : []),
    ...(byText && chunk.type === 'table' ? ['table' as const] : []),
    ...(fields.some((field) => !isText(field) && !isSummary(field)) ? ['metadata' as const] : []),
    ...(fields.some(isSummary) ? ['summary' as const] : []),
  ];
}

const isText = (field: string) => field === 'text' || field.startsWith('text.');
const isSummary = (field: string) => field === 'summary' || field.startsWith('summary.');
