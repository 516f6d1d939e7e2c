import { type Hit, type QuerySettings } from '../../domain/documents/query';
import { chunkId } from '../../stores/documents/contents/chunks';
import { fromPairs } from '../../stores/documents/contents/metadata-pairs';
import { type ConfirmedRow } from './confirmed-rows';
import { matchSourcesOf } from './match-sources';
import { type Ranked } from './ranked-pool';
import { type Surroundings } from './surroundings';

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
    ...(include.metadata && { custom }),
    ...(include.documentMetadata && { documentMetadata: fromPairs(document.custom) }),
    ...surroundings,
  };
}
