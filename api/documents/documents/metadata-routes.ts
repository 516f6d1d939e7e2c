import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { countItems, presentItem } from './batch-results';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { writeMetadata, writeMetadataBatch } from '../../../src/services/documents/documents/write-metadata';
import { type AnyRoute, defineRoute } from '../../http/route';
import { collectionParams } from '../collections/schema';
import { documentParams } from './query-schema';
import {
  documentMetadataBatchBody,
  documentMetadataBatchResult,
  writtenDocumentMetadata,
} from './metadata-schema';
import { batchNote, metadataModes } from './metadata-modes';

const tag = 'Metadata';
/** Routes for the custom metadata of documents. */
export function documentMetadataRoutes(deps: ApiDeps): AnyRoute[] {
  return metadataModes.flatMap(({ mode, verb, body: bodySchema, rule }): AnyRoute[] => [
    defineRoute({
      method: mode,
      path: '/v3/collections/:collection_name/documents/:document_id/metadata',
      family: documentsDetail,
      operationId: `${mode}DocumentMetadata`,
      tag,
      summary: `${verb} metadata of a document`,
      description: rule,
      access: 'index',
      params: documentParams,
      body: bodySchema,
      responses: { 200: { description: 'The metadata as it is now.', schema: writtenDocumentMetadata } },
      errors: ['invalid_custom_metadata', ...collectionErrors, 'document_not_found', 'metadata_too_large'],
      async handle({ caller, params: { collection_name, document_id: documentId }, body }) {
        const sent = { documentId, custom: body.custom_metadata };
        const { custom, updatedAt } = await writeMetadata(deps, caller, collection_name, mode, sent);
        const written = { custom_metadata: custom, filterable: true, updated_at: updatedAt.toISOString() };
        return { status: 200, body: { document_id: documentId, ...written } };
      },
    }),

    defineRoute({
      method: mode,
      path: '/v3/collections/:collection_name/documents/metadata/batch',
      // Invalid batches are answered with 400.
      family: documentsError,
      operationId: `${mode}DocumentMetadataBatch`,
      tag,
      summary: `${verb} metadata of many documents`,
      description: `${batchNote('documents')} ${rule}`,
      access: 'index',
      params: collectionParams,
      body: documentMetadataBatchBody,
      responses: { 200: { description: 'What became of each item.', schema: documentMetadataBatchResult } },
      errors: collectionErrors,
      async handle({ caller, params, body: { items } }) {
        const sent = items.map((item) => ({ documentId: item.document_id, custom: item.custom_metadata }));
        const done = await writeMetadataBatch(deps, caller, params.collection_name, mode, sent);
        const results = items.map(({ item_id, document_id }, index) => {
          const filterable = done[index]!.state === 'succeeded' ? true : null;
          return { item_id, document_id, ...presentItem(done[index]!), filterable };
        });
        return { status: 200, body: { results, ...countItems(done) } };
      },
    }),
  ]);
}
