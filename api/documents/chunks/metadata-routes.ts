import { chunkId } from '../../../src/stores/documents/contents/chunks';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { countVerdicts } from '../documents/batch-results';
import {
  collectionErrors,
  findChunk,
  findCollection,
  placeOf,
} from '../../../src/services/documents/documents/find';
import { type WriteMode, writeMetadata, writeMetadataBatch } from '../documents/write-metadata';
import { presentChunkMetadata } from './present';
import { type Caller } from '../../../src/domain/platform/caller';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';
import { chunkParams } from './schema';
import { collectionParams } from '../collections/schema';
import {
  chunkMetadataBatchBody,
  chunkMetadataBatchResult,
  chunkMetadataResource,
} from '../documents/metadata-schema';
import { batchNote, metadataModes } from '../documents/metadata-modes';

const tag = 'Metadata';
const path = '/v3/collections/:collection_name/chunks/:chunk_id/metadata';
const ofChunk = [...collectionErrors, 'chunk_not_found'] as const;
/** Routes for the custom metadata of single chunks, which overrides that of their documents key by key. */
export function chunkMetadataRoutes(deps: ApiDeps): AnyRoute[] {
  async function write(
    caller: Caller,
    params: { collection_name: string; chunk_id: string },
    mode: WriteMode,
    sent: Record<string, unknown>,
  ): Promise<RouteReply> {
    const collection = await findCollection(deps, caller, params.collection_name);
    const { documentId, index } = placeOf(params.chunk_id);
    const target = { documentId, chunkIndex: index };
    const { custom, updatedAt } = await writeMetadata(deps, collection, target, mode, sent);
    const written = { custom_metadata: custom, filterable: true, updated_at: updatedAt.toISOString() };
    const body = { chunk_id: chunkId(documentId, index), document_id: documentId, ...written };
    return { status: 200, body };
  }

  return [
    defineRoute({
      method: 'get',
      path,
      family: documentsDetail,
      operationId: 'getChunkMetadata',
      tag,
      summary: 'Get metadata of a chunk',
      description: 'Its own; that of its document is with the document.',
      access: 'read',
      params: chunkParams,
      responses: { 200: { description: 'The metadata.', schema: chunkMetadataResource } },
      errors: ofChunk,
      async handle({ caller, params }) {
        const { document, chunk } = await findChunk(deps, caller, params, { regions: false });
        return { status: 200, body: presentChunkMetadata(document.documentId, chunk) };
      },
    }),

    defineRoute({
      method: 'delete',
      path,
      family: documentsDetail,
      operationId: 'deleteChunkMetadata',
      tag,
      summary: 'Remove metadata of a chunk',
      description: 'All of its own; that of its document stays.',
      access: 'index',
      params: chunkParams,
      responses: { 200: { description: 'The metadata as it is now: none.', schema: chunkMetadataResource } },
      errors: ofChunk,
      handle: ({ caller, params }) => write(caller, params, 'put', {}),
    }),

    ...metadataModes.flatMap(({ mode, verb, body: bodySchema, rule }): AnyRoute[] => [
      defineRoute({
        method: mode,
        path,
        family: documentsDetail,
        operationId: `${mode}ChunkMetadata`,
        tag,
        summary: `${verb} metadata of a chunk`,
        description: rule,
        access: 'index',
        params: chunkParams,
        body: bodySchema,
        responses: { 200: { description: 'The metadata as it is now.', schema: chunkMetadataResource } },
        errors: ['invalid_custom_metadata', ...ofChunk, 'metadata_too_large'],
        handle: ({ caller, params, body }) => write(caller, params, mode, body.custom_metadata),
      }),

      defineRoute({
        method: mode,
        path: '/v3/collections/:collection_name/chunks/metadata/batch',
        // Wrong batches are answered with 400.
        family: documentsError,
        operationId: `${mode}ChunkMetadataBatch`,
        tag,
        summary: `${verb} metadata of many chunks`,
        description: `${batchNote('chunks')} ${rule}`,
        access: 'index',
        params: collectionParams,
        body: chunkMetadataBatchBody,
        responses: { 200: { description: 'What became of each item.', schema: chunkMetadataBatchResult } },
        errors: collectionErrors,
        async handle({ caller, params, body: { items } }) {
          const collection = await findCollection(deps, caller, params.collection_name);
          const targetOf = (item: { chunk_id: string }) => {
            const { documentId, index } = placeOf(item.chunk_id);
            return { documentId, chunkIndex: index };
          };
          const done = await writeMetadataBatch(deps, collection, items, mode, targetOf);
          const results = items.map(({ item_id, chunk_id }, index) => {
            const { verdict, outcome } = done[index]!;
            return { item_id, chunk_id, ...verdict, filterable: outcome === null ? null : true };
          });
          return { status: 200, body: { results, ...countVerdicts(done) } };
        },
      }),
    ]),
  ];
}
