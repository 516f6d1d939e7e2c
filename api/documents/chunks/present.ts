import { type Region } from '../../../src/domain/documents/document';
import { shownLocation, shownRegion } from '../../../src/domain/documents/document-chunk';
import { type ChunkRow, chunkId } from '../../../src/stores/documents/contents/chunks';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { fromPairs } from '../../../src/stores/documents/contents/metadata-pairs';
import { type ChunkResource } from './schema';
import { type ChunkMetadataResource } from '../documents/metadata-schema';

/** Optional parts of a chunk in an answer. */
export interface ChunkParts {
  include_regions: boolean;
  include_metadata: boolean;
}

export function presentChunk(document: DocumentRow, chunk: ChunkRow, parts: ChunkParts): ChunkResource {
  const { modality, documentId } = document;
  const { language, headingPath, custom } = chunk;
  return {
    chunk_id: chunkId(documentId, chunk.index),
    document_id: documentId,
    chunk_index: chunk.index,
    chunk_type: chunk.type,
    text: chunk.text,
    token_count: chunk.tokenCount,
    location: shownLocation(chunk.location),
    tags: chunk.tags,
    summary: chunk.summary,
    ...(parts.include_metadata && {
      metadata: { modality, language, heading_path: headingPath },
      custom_metadata: fromPairs(custom),
    }),
    ...(parts.include_regions && { regions: chunk.regions.map(shownRegion) }),
  };
}

/** Regions in the form of v2, without those that have no place on a page. */
export function presentBoxes(regions: readonly Region[]) {
  return regions.flatMap(({ page, type, text, box }) => {
    if (page === null || box === null) return [];
    const { left, top, width, height } = box;
    return [{ page, type, text, left, top, width, height }];
  });
}

/** Metadata of a chunk itself, without that of its document. */
export function presentChunkMetadata(documentId: string, chunk: ChunkRow): ChunkMetadataResource {
  return {
    chunk_id: chunkId(documentId, chunk.index),
    document_id: documentId,
    custom_metadata: fromPairs(chunk.custom),
    filterable: true,
    updated_at: chunk.customUpdatedAt?.toISOString() ?? null,
  };
}
