import { shownUri } from '../../../src/domain/platform/shown-uri';
import { type ChunkRow, chunkId } from '../../../src/stores/documents/contents/chunks';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { fromPairs } from '../../../src/stores/documents/contents/metadata-pairs';
import { type LinkedAsset } from '../../../src/services/documents/documents/link-assets';
import { type DocumentsPage as ListedDocuments } from '../../../src/services/documents/documents/read';
import { type PageRow } from '../../../src/stores/documents/contents/pages';
import {
  type AssetUrls,
  type DocumentHeadBody,
  type DocumentPage,
  type DocumentsPage,
  type DocumentV2,
  type DocumentV2Item,
  type DocumentWithChunks,
} from './schema';
import { shownRegion } from '../../../src/domain/documents/document-chunk';
import { type ChunkParts, presentBoxes, presentChunk } from '../chunks/present';

/** A document without its chunks; `custom_metadata` only when requested. */
function presentDocument(collectionName: string, row: DocumentRow, includeCustom: boolean): DocumentHeadBody {
  return {
    document_id: row.documentId,
    collection_name: collectionName,
    filename: row.filename,
    title: row.title,
    content_type: row.contentType,
    file_type: row.fileType,
    file_size: row.fileSize,
    modality: row.modality,
    source: { type: row.source.type, uri: shownUri(row.source.uri) },
    page_count: row.pageCount,
    chunk_count: row.chunkCount,
    // A document becomes visible only when it is completely indexed.
    indexing_status: 'indexed',
    has_ocr: row.hasOcr,
    archived: row.archived,
    tags: row.tags,
    summary: row.summary,
    job_id: row.jobId,
    sync_id: row.syncId,
    ...(includeCustom && { custom_metadata: fromPairs(row.custom) }),
    created_at: row.createdAt.toISOString(),
    indexed_at: row.indexedAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A document with its first chunks. */
export function presentDocumentWithChunks(
  collectionName: string,
  row: DocumentRow,
  chunks: readonly ChunkRow[],
  parts: ChunkParts,
): DocumentWithChunks {
  return {
    ...presentDocument(collectionName, row, parts.include_metadata),
    chunks: chunks.map((chunk) => presentChunk(row, chunk, parts)),
    chunks_truncated: chunks.length < row.chunkCount,
  };
}

export function presentDocumentV2Item(row: DocumentRow): DocumentV2Item {
  return {
    document_id: row.documentId,
    file_id: row.documentId,
    filename: row.filename,
    content_type: row.contentType,
    chunk_count: row.chunkCount,
    created_at: row.createdAt.toISOString(),
    indexed_at: row.indexedAt?.toISOString() ?? null,
  };
}

/** A document with its first chunks, in the form of v2. */
export function presentDocumentV2(
  collectionName: string,
  row: DocumentRow,
  chunks: readonly ChunkRow[],
  includeBoxes: boolean,
): DocumentV2 {
  return {
    document_id: row.documentId,
    collection_name: collectionName,
    chunk_count: row.chunkCount,
    metadata: {
      filename: row.filename,
      file_type: row.fileType,
      file_size: row.fileSize,
      mime_type: row.contentType,
      uri: shownUri(row.source.uri),
      summary: row.summary,
      tags: row.tags,
      custom: fromPairs(row.custom),
    },
    chunks: chunks.map(({ index, text, location }) => ({
      chunk_index: index,
      chunk_id: chunkId(row.documentId, index),
      content: text,
      page_start: location.pageStart,
      page_end: location.pageEnd,
    })),
    chunks_truncated: chunks.length < row.chunkCount,
    ...(includeBoxes && {
      bounding_boxes: chunks.flatMap(({ regions }) => presentBoxes(regions)),
    }),
  };
}

export function presentPage(document: DocumentRow, page: PageRow, includeRegions: boolean): DocumentPage {
  return {
    document_id: document.documentId,
    page_number: page.page,
    page_count: document.pageCount,
    text: page.text,
    width: page.width,
    height: page.height,
    ...(includeRegions && { regions: page.regions.map(shownRegion) }),
  };
}

/** A page of documents; custom metadata only when requested. */
export function presentDocumentsPage(
  { collection, documents, total }: ListedDocuments,
  {
    limit,
    offset,
    include_custom_metadata,
  }: { limit: number; offset: number; include_custom_metadata: boolean },
): DocumentsPage {
  return {
    documents: documents.map((row) => presentDocument(collection.name, row, include_custom_metadata)),
    total_count: total,
    limit,
    offset,
    collection_name: collection.name,
  };
}

export function presentAssetUrls(assets: readonly LinkedAsset[], expiresAt: Date): AssetUrls {
  const expires_at = expiresAt.toISOString();
  return { assets: assets.map((asset) => presentAsset(asset, expires_at)), expires_at };
}

function presentAsset(asset: LinkedAsset, expires_at: string): AssetUrls['assets'][number] {
  const { assetId: asset_id } = asset;
  return 'url' in asset
    ? { asset_id, status: 'ok', url: asset.url, content_type: asset.contentType, expires_at }
    : { asset_id, status: 'unavailable', reason: asset.reason, url: null, expires_at: null };
}
