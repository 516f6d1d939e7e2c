import { type MetadataFilter } from '../../../src/retrieval';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { linkAssets } from '../../../src/services/documents/documents/link-assets';
import { listDocuments, readDocument } from '../../../src/services/documents/documents/read';
import { removeAllDocuments, removeDocument } from '../../../src/services/documents/documents/remove';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { type NamedDocument } from '../../../src/services/documents/documents/find';
import { readMetadataFilter, sentMetadataFilter } from './metadata-filter';
import { readPage } from '../../../src/services/documents/documents/read-page';
import {
  presentAssetUrls,
  presentDocumentsPage,
  presentDocumentV2,
  presentDocumentV2Item,
  presentDocumentWithChunks,
  presentPage,
} from './present';
import { type Caller } from '../../../src/domain/platform/caller';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';
import {
  assetUrls,
  assetUrlsBody,
  documentChunksMax,
  documentPage,
  documentsPage,
  documentsV2Page,
  documentV2,
  documentWithChunks,
  wipedDocuments,
} from './schema';
import { collectionParams } from '../collections/schema';
import {
  documentParams,
  getDocumentQuery,
  getDocumentV2Query,
  getPageQuery,
  listDocumentsQuery,
  listDocumentsV2Query,
  pageParams,
  searchDocumentsBody,
} from './query-schema';
import { standardAnswer } from './standard-answer';

const tag = 'Documents';
const ofDocument = ['document_not_found', ...collectionErrors] as const;

/** Routes for the documents of a collection: list, read and remove. */
export function documentRoutes(deps: ApiDeps): AnyRoute[] {
  async function filteredPage(
    caller: Caller,
    collectionName: string,
    filter: MetadataFilter | null,
    wanted: { limit: number; offset: number; include_custom_metadata: boolean },
  ): Promise<RouteReply> {
    const page = await listDocuments(deps, caller, collectionName, { ...wanted, filter });
    return { status: 200, body: presentDocumentsPage(page, wanted) };
  }

  return [
    defineRoute({
      method: 'get',
      path: '/v2/collections/:collection_name/documents',
      family: documentsError,
      operationId: 'listDocumentsV2',
      tag,
      summary: 'List documents (v2)',
      description: 'Newest first.',
      access: 'read',
      params: collectionParams,
      query: listDocumentsV2Query,
      responses: { 200: { description: 'A page of documents.', schema: documentsV2Page } },
      errors: collectionErrors,
      async handle({ caller, params, query: { limit, offset } }) {
        const wanted = { limit, offset, filter: null };
        const page = await listDocuments(deps, caller, params.collection_name, wanted);
        const envelope = { total_count: page.total, limit, offset, collection_name: page.collection.name };
        return { status: 200, body: { documents: page.documents.map(presentDocumentV2Item), ...envelope } };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/collections/:collection_name/documents',
      family: documentsError,
      operationId: 'deleteAllDocuments',
      tag,
      summary: 'Remove every document of a collection',
      description: 'Takes the same short time however many there are. The collection and copies of it stay.',
      access: 'index',
      params: collectionParams,
      responses: { 200: { description: 'All are gone.', schema: wipedDocuments } },
      errors: collectionErrors,
      async handle({ caller, params }) {
        const { name, count } = await removeAllDocuments(deps, caller, params.collection_name);
        const message = `Every document of '${name}' was removed.`;
        return { status: 200, body: { success: true, message, documents_deleted: count } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/documents',
      family: documentsDetail,
      operationId: 'listDocuments',
      tag,
      summary: 'List documents',
      description: 'Newest first. `total_count` counts those that `metadata_filter` matches.',
      access: 'read',
      params: collectionParams,
      query: listDocumentsQuery,
      responses: { 200: { description: 'A page of documents.', schema: documentsPage } },
      errors: ['invalid_metadata_filter', ...collectionErrors],
      async handle({ caller, params, query }) {
        const text = query.metadata_filter;
        const filter = text === undefined ? null : readMetadataFilter(text);
        return filteredPage(caller, params.collection_name, filter, query);
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/documents/search',
      family: documentsDetail,
      operationId: 'searchDocuments',
      tag,
      summary: 'List documents by a filter in a body',
      description:
        'Like the list of documents, for filters that are too long for an address, which ends at 16 KiB. ' +
        'Texts are not searched: queries do that.',
      access: 'read',
      params: collectionParams,
      body: searchDocumentsBody,
      responses: { 200: { description: 'A page of documents.', schema: documentsPage } },
      errors: ['invalid_metadata_filter', ...collectionErrors],
      async handle({ caller, params, body }) {
        const filter = sentMetadataFilter(body.metadata_filter);
        return filteredPage(caller, params.collection_name, filter, body);
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/documents/:document_id',
      family: documentsDetail,
      operationId: 'getDocument',
      tag,
      summary: 'Get a document',
      description: `The document with its first ${documentChunksMax} chunks.`,
      access: 'read',
      params: documentParams,
      query: getDocumentQuery,
      responses: { 200: { description: 'The document.', schema: documentWithChunks } },
      errors: ofDocument,
      async handle({ caller, params, query }) {
        const wanted = { chunksMax: documentChunksMax, regions: query.include_regions };
        const { collection, document, chunks } = await readDocument(deps, caller, namedBy(params), wanted);
        return { status: 200, body: presentDocumentWithChunks(collection.name, document, chunks, query) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/collections/:collection_name/documents/:document_id',
      family: documentsError,
      operationId: 'getDocumentV2',
      tag,
      summary: 'Get a document (v2)',
      description: `The document with its first ${documentChunksMax} chunks, in the shape of v2.`,
      access: 'read',
      params: documentParams,
      query: getDocumentV2Query,
      responses: { 200: { description: 'The document.', schema: documentV2 } },
      errors: ofDocument,
      async handle({ caller, params, query: { include_bbox } }) {
        const wanted = { chunksMax: documentChunksMax, regions: include_bbox };
        const { collection, document, chunks } = await readDocument(deps, caller, namedBy(params), wanted);
        return { status: 200, body: presentDocumentV2(collection.name, document, chunks, include_bbox) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/collections/:collection_name/documents/:document_id',
      family: documentsError,
      operationId: 'deleteDocument',
      tag,
      summary: 'Remove a document',
      description:
        'Removes it with its chunks and the relations that start in it. Copies of the collection keep it. A ' +
        'sync brings it back only when its object changes.',
      access: 'index',
      params: documentParams,
      responses: { 200: { description: 'It is gone.', schema: standardAnswer } },
      errors: ofDocument,
      async handle({ caller, params }) {
        await removeDocument(deps, caller, namedBy(params));
        return { status: 200, body: { success: true, message: 'The document was removed.' } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/documents/:document_id/pages/:page_number',
      family: documentsDetail,
      operationId: 'getPage',
      tag,
      summary: 'Get a page of a document',
      description:
        'The text of one page in reading order, for documents that have pages. Beyond the last one, ' +
        '`details.page_count` tells their number.',
      access: 'read',
      params: pageParams,
      query: getPageQuery,
      responses: { 200: { description: 'The page.', schema: documentPage } },
      errors: ['no_page_data', 'page_data_pending', 'page_out_of_range', ...ofDocument],
      async handle({ caller, params, query: { include_regions } }) {
        const { document, page } = await readPage(deps, caller, {
          ...namedBy(params),
          page: params.page_number,
        });
        return { status: 200, body: presentPage(document, page, include_regions) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/documents/:document_id/asset-urls',
      family: documentsDetail,
      operationId: 'createAssetUrls',
      tag,
      summary: 'Link pictures of figures',
      description:
        'Short-lived links to pictures of the figures that regions name. Each is answered for itself: one ' +
        'without a picture does not fail the request.',
      access: 'query',
      params: documentParams,
      body: assetUrlsBody,
      responses: { 200: { description: 'A link or a reason for each.', schema: assetUrls } },
      errors: ofDocument,
      async handle({ caller, params, body }) {
        const expiresAt = new Date(Date.now() + body.ttl_seconds * 1_000);
        const wanted = { assetIds: body.asset_ids, expiresAt };
        const assets = await linkAssets(deps, caller, namedBy(params), wanted);
        return { status: 200, body: presentAssetUrls(assets, expiresAt) };
      },
    }),
  ];
}

function namedBy(params: { collection_name: string; document_id: string }): NamedDocument {
  return { collectionName: params.collection_name, documentId: params.document_id };
}
