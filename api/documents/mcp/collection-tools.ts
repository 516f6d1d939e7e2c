import { z } from 'zod';
import { cutText, fitAnswer, fittingItems } from '../../platform/mcp/fit-answer';
import { type AssistantTool, defineTool, maxBytes } from '../../platform/mcp/tool';
import { type ChunkResource, type ChunksPage } from '../chunks/schema';
import { type CollectionList } from '../collections/schema';
import { type DocumentsPage } from '../documents/schema';
import { type QueryAnswerBody, type QueryHitBody } from '../queries/schema';

const collection = z.string().describe('Name of the collection, as list_collections gives it.');
const metadataFilter = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'Conditions on metadata, such as {"year": {"$gte": 2024}, "dept": {"$in": ["ops", "hr"]}}. Also filename, content_type, ' +
      'document_id and created_at. Operators: $eq $ne $gt $gte $lt $lte $in $nin $exists $and $or.',
  );
const offset = z.int().min(0).default(0);
const nextOffset = z.int().nullable().describe('Offset of the next page; null on the last one.');
const page = z.int().nullable();
const place = z.int().describe('Number of the chunk in its document, from 0.');

const listCollections = defineTool({
  name: 'list_collections',
  title: 'List collections',
  description: 'Lists the collections of documents with their descriptions, newest first.',
  operation: 'listCollections',
  isReadOnly: true,
  input: z.strictObject({ limit: z.int().min(1).max(100).default(50), offset, max_bytes: maxBytes }),
  output: z.object({
    collections: z.array(
      z.object({ name: z.string(), description: z.string().nullable(), documents: z.int() }),
    ),
    total: z.int(),
    next_offset: nextOffset,
  }),
  async run({ limit, offset: from, max_bytes: bytesMax }, call) {
    const query = { limit: String(limit), offset: String(from) };
    const list = (await call('listCollections', { query })) as CollectionList;
    const items = list.collections.map((one) => ({
      name: one.collection_name,
      description: one.description,
      documents: one.document_count,
    }));
    return fitAnswer(
      {
        items,
        cut: (item, chars) => ({
          ...item,
          description: item.description === null ? null : cutText(item.description, chars),
        }),
        write: (collections) => ({
          collections: [...collections],
          total: list.total_count,
          next_offset: nextAfter(from, collections.length, list.total_count),
        }),
      },
      bytesMax,
    );
  },
});

const listDocuments = defineTool({
  name: 'list_documents',
  title: 'List documents',
  description: 'Lists the documents of a collection, newest first; a filter on metadata narrows them.',
  operation: 'searchDocuments',
  isReadOnly: true,
  input: z.strictObject({
    collection,
    filter: metadataFilter,
    limit: z.int().min(1).max(100).default(25),
    offset,
    max_bytes: maxBytes,
  }),
  output: z.object({
    documents: z.array(
      z.object({
        document_id: z.string(),
        filename: z.string(),
        pages: z.int().nullable(),
        chunks: z.int(),
        summary: z.string().nullable(),
        metadata: z.record(z.string(), z.unknown()),
      }),
    ),
    total: z.int(),
    next_offset: nextOffset,
  }),
  async run({ collection: name, filter, limit, offset: from, max_bytes: bytesMax }, call) {
    const list = (await call('searchDocuments', {
      params: { collection_name: name },
      body: { metadata_filter: filter ?? null, limit, offset: from, include_custom_metadata: true },
    })) as DocumentsPage;
    const items = list.documents.map((one) => ({
      document_id: one.document_id,
      filename: one.filename,
      pages: one.page_count,
      chunks: one.chunk_count,
      summary: one.summary,
      metadata: one.custom_metadata ?? {},
    }));
    return fitAnswer(
      {
        items,
        cut: (item, chars) => ({
          ...item,
          summary: item.summary === null ? null : cutText(item.summary, chars),
        }),
        write: (documents) => ({
          documents: [...documents],
          total: list.total_count,
          next_offset: nextAfter(from, documents.length, list.total_count),
        }),
      },
      bytesMax,
    );
  },
});

const queryCollection = defineTool({
  name: 'query_collection',
  title: 'Query a collection',
  description:
    'Finds the chunks of a collection that answer a question, best first, by words and by meaning. Use it for any question about ' +
    'what documents say.',
  operation: 'queryCollection',
  isReadOnly: true,
  input: z.strictObject({
    collection,
    query: z.string().min(1).max(4_000).describe('The question, or words that the text has.'),
    filter: metadataFilter,
    limit: z.int().min(1).max(50).default(8),
    semantic_ratio: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        '0 is keyword search, 1 semantic search, between them hybrid search; left out for a mix that suits.',
      ),
    rerank: z.boolean().default(false).describe('A model judges the best results again; slower.'),
    max_per_document: z.int().min(1).max(50).optional().describe('Most results of one document.'),
    max_bytes: maxBytes,
  }),
  output: z.object({
    results: z.array(
      z.object({
        rank: z.int(),
        score: z.number().describe('Comparable within this answer only.'),
        document_id: z.string(),
        filename: z.string(),
        place,
        page_start: page,
        page_end: page,
        sheet: z.string().nullable(),
        text: z.string(),
        is_cut: z.boolean(),
      }),
    ),
    left_out: z.int().describe('Results that did not fit.'),
    warnings: z.array(z.string()),
  }),
  async run({ collection: name, query, filter, limit, max_bytes: bytesMax, ...options }, call) {
    const { semantic_ratio, rerank, max_per_document } = options;
    const answer = (await call('queryCollection', {
      params: { collection_name: name },
      body: {
        query,
        limit,
        rerank,
        include: { metadata: false, highlights: true },
        ...(filter !== undefined && { filter }),
        ...(semantic_ratio !== undefined && { semantic_ratio }),
        ...(max_per_document !== undefined && { max_chunks_per_document: max_per_document }),
      },
    })) as QueryAnswerBody;
    const items = answer.results.map((hit) => ({ hit, text: hit.text }));
    const cut = ({ hit }: { hit: QueryHitBody }, chars: number) => ({
      hit,
      text: cutText(hit.text, chars, hit.highlights?.[0]?.start),
    });
    return fitAnswer(
      {
        items,
        cut,
        write: (kept) => ({
          results: kept.map(({ hit, text }) => resultOf(hit, text)),
          left_out: items.length - kept.length,
          warnings: answer.warnings.map(({ message }) => message),
        }),
      },
      bytesMax,
    );
  },
});

const readDocument = defineTool({
  name: 'read_document',
  title: 'Read a document',
  description:
    'Reads the chunks of a document around a place, in their order: those before and after a result of query_collection, or from ' +
    'place 0 on to read from the beginning.',
  operation: 'listChunks',
  isReadOnly: true,
  input: z.strictObject({
    collection,
    document_id: z.string(),
    place: z.int().min(0).default(0).describe('Number of the chunk to read around, from 0.'),
    before: z.int().min(0).max(50).default(1).describe('Chunks before it.'),
    after: z.int().min(0).max(100).default(8).describe('Chunks after it.'),
    max_bytes: maxBytes,
  }),
  output: z.object({
    document_id: z.string(),
    chunks_total: z.int(),
    chunks: z.array(
      z.object({
        place,
        page_start: page,
        page_end: page,
        headings: z.array(z.string()).describe('Headings above it, outermost first.'),
        text: z.string(),
        is_cut: z.boolean(),
      }),
    ),
    next_place: z.int().nullable().describe('Place to continue from; null at the end.'),
  }),
  async run({ collection: name, document_id, place: at, before, after, max_bytes: bytesMax }, call) {
    const first = Math.max(0, at - before);
    const query = { document_id, cursor: String(first), limit: String(at - first + after + 1) };
    const params = { collection_name: name };
    const found = (await call('listChunks', { params, query })) as ChunksPage;
    const write = (chunks: readonly ReadChunk[]) => {
      const inOrder = chunks.map(readChunk).sort((one, other) => one.place - other.place);
      const next = (inOrder.at(-1)?.place ?? found.total_results) + 1;
      return {
        document_id,
        chunks_total: found.total_results,
        chunks: inOrder,
        next_place: next < found.total_results ? next : null,
      };
    };
    const nearest = [...found.chunks.filter((one) => one.chunk_index >= at)];
    nearest.push(...found.chunks.filter((one) => one.chunk_index < at).reverse());
    const kept = fittingItems(
      nearest.map((chunk) => ({ chunk, text: chunk.text })),
      write,
      bytesMax,
    );
    const cut = ({ chunk }: ReadChunk, chars: number) => ({ chunk, text: cutText(chunk.text, chars) });
    return fitAnswer({ items: kept, cut, write }, bytesMax);
  },
});

/** A chunk with its text as it is shown. */
interface ReadChunk {
  chunk: ChunkResource;
  text: string;
}

function readChunk({ chunk, text }: ReadChunk) {
  return {
    place: chunk.chunk_index,
    page_start: chunk.location.page_start,
    page_end: chunk.location.page_end,
    headings: chunk.metadata?.heading_path ?? [],
    text,
    is_cut: text !== chunk.text,
  };
}

function resultOf(hit: QueryHitBody, text: string) {
  return {
    rank: hit.rank,
    score: hit.score,
    document_id: hit.document?.id ?? '',
    filename: hit.document?.filename ?? '',
    place: hit.chunk_index,
    page_start: hit.location.page_start,
    page_end: hit.location.page_end,
    sheet: hit.location.sheet_name,
    text,
    is_cut: text !== hit.text,
  };
}

function nextAfter(offset: number, shown: number, total: number): number | null {
  return offset + shown < total ? offset + shown : null;
}

/** Tools that list, query and read documents. */
export const collectionTools: readonly AssistantTool[] = [
  listCollections,
  listDocuments,
  queryCollection,
  readDocument,
];
