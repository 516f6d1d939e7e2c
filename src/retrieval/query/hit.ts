import { type Hit, type QuerySettings, type MatchSource } from '../../domain/documents/query';
import { chunkId } from '../../stores/documents/contents/chunks';
import { fromPairs } from '../../stores/documents/contents/metadata-pairs';
import { type ConfirmedRow } from './confirmed-rows';
import { type Ranked } from './ranked-pool';
import { type Surroundings } from './surroundings';
import { type Candidate } from './candidates';

/** Builds a result, independent of the version of the API. */
export function hitOf(
  rank: number,
  { candidate, score, rerank, boost }: Ranked,
  row: ConfirmedRow,
  surroundings: Surroundings,
  { include }: Pick<QuerySettings, 'include'>,
): Hit {
  const { document, chunk, custom } = row;
  const { bm25, dense, fused } = candidate;
  const { documentId, filename, contentType, source } = document;
  return {
    rank,
    chunkId: chunkId(documentId, chunk.index),
    chunkIndex: chunk.index,
    chunkType: chunk.type,
    text: chunk.text,
    score,
    modality: document.modality,
    matchSources: matchSourcesOf(candidate, row),
    location: chunk.location,
    document: { id: documentId, filename, contentType, source },
    scores: { bm25, dense, fused, rerank, boost },
    ...(include.metadata && { custom, headingPath: chunk.headingPath }),
    ...(include.documentMetadata && { documentMetadata: fromPairs(document.custom) }),
    ...surroundings,
  };
}

/**
 * The sources of a hit: the legs that found it, and the kinds of matched content. A text counts by its origin
 * (recognised, transcribed, a table); matches in headings, titles, names and tags count as metadata.
 */
function matchSourcesOf(
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
