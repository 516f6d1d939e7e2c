import { chunkId } from '../../../src/stores/documents/contents/chunks';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { countItems, presentItem } from '../documents/batch-results';
import { findChunk } from '../../../src/services/documents/chunks/find';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import {
  type WriteMode,
  writeMetadata,
  writeMetadataBatch,
} from '../../../src/services/documents/documents/write-metadata';
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
    const metadata = { chunkId: params.chunk_id, custom: sent };
    const done = await writeMetadata(deps, caller, params.collection_name, mode, metadata);
    const { custom, updatedAt, target } = done;
    const ids = { chunk_id: chunkId(target.documentId, target.chunkIndex!), document_id: target.documentId };
    const body = { ...ids, custom_metadata: custom, filterable: true, updated_at: updatedAt.toISOString() };
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
        const named = { collectionName: params.collection_name, chunkId: params.chunk_id };
        const { document, chunk } = await findChunk(deps, caller, named, { regions: false });
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
        // Invalid batches are answered with 400.
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
          const sent = items.map((item) => ({ chunkId: item.chunk_id, custom: item.custom_metadata }));
          const done = await writeMetadataBatch(deps, caller, params.collection_name, mode, sent);
          const results = items.map(({ item_id, chunk_id }, index) => {
            const filterable = done[index]!.state === 'succeeded' ? true : null;
            return { item_id, chunk_id, ...presentItem(done[index]!), filterable };
          });
          return { status: 200, body: { results, ...countItems(done) } };
        },
      }),
    ]),
  ];
}
