import { type ApiDeps } from '../../deps';
import { documentsDetail } from '../family';
import { ValidationError } from '../../../src/domain/platform/refusal';
import { findChunk } from '../../../src/services/documents/chunks/find';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { findDocument } from '../../../src/services/documents/documents/find';
import { presentChunk } from './present';
import { type AnyRoute, defineRoute } from '../../http/route';
import { chunkParams, chunkResource, chunksPage, getChunkQuery, listChunksQuery } from './schema';
import { collectionParams } from '../collections/schema';

const tag = 'Chunks';

/** Routes for the chunks of documents. */
export function chunkRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/chunks',
      family: documentsDetail,
      operationId: 'listChunks',
      tag,
      summary: 'List the chunks of a document',
      description: 'In the order of the document.',
      access: 'read',
      params: collectionParams,
      query: listChunksQuery,
      responses: { 200: { description: 'A page of chunks.', schema: chunksPage } },
      errors: [...collectionErrors, 'document_not_found'],
      async handle({ caller, params, query: { document_id, cursor, limit, ...parts } }) {
        const named = { collectionName: params.collection_name, documentId: document_id };
        const { collection, document } = await findDocument(deps, caller, named);
        const page = { from: cursor, limit, regions: parts.include_regions };
        const rows = await deps.stores.chunks.list(collection, document, page);
        const chunks = rows.map((row) => presentChunk(document, row, parts));
        const { chunkCount: total_results } = document;
        const next_cursor = cursor + limit < total_results ? cursor + limit : null;
        return { status: 200, body: { document_id, chunks, total_results, limit, next_cursor } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/chunks/:chunk_id',
      family: documentsDetail,
      operationId: 'getChunk',
      tag,
      summary: 'Get a chunk',
      description: 'With `document_id`, a chunk of another document is refused with 422.',
      access: 'read',
      params: chunkParams,
      query: getChunkQuery,
      responses: { 200: { description: 'The chunk.', schema: chunkResource } },
      errors: [...collectionErrors, 'chunk_not_found'],
      async handle({ caller, params, query: { document_id, ...parts } }) {
        const named = { collectionName: params.collection_name, chunkId: params.chunk_id };
        const { document, chunk } = await findChunk(deps, caller, named, { regions: parts.include_regions });
        if (document_id !== undefined && document_id !== document.documentId) throw otherDocument();
        return { status: 200, body: presentChunk(document, chunk, parts) };
      },
    }),
  ];
}

function otherDocument(): ValidationError {
  const loc = ['query', 'document_id'];
  return new ValidationError([{ loc, msg: 'is not the document of the chunk', type: 'value_error' }]);
}
