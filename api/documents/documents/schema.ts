import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { figureIdPattern } from '../../../src/domain/documents/document-blobs';
import { chunkResource, modality, region, regionType } from '../chunks/schema';
import { customMetadata } from './metadata-schema';
import { timestamp } from '../../http/fields/timestamp';

/** Most chunks that are included in a document; the list of chunks pages through all. */
export const documentChunksMax = 5_000;

const assetIdsMax = 100;
const assetTtlSecondsMin = 60;
const assetTtlSecondsMax = 3_600;
const assetTtlSecondsDefault = 300;

const envelope = {
  total_count: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  collection_name: z.string(),
};

/** Origin of a document. */
export const documentSource = z
  .strictObject({ type: z.string(), uri: z.string().nullable() })
  .meta({ id: 'DocumentSource' });

export const documentHead = z
  .strictObject({
    document_id: z.string(),
    collection_name: z.string(),
    filename: z.string(),
    title: z
      .string()
      .nullable()
      .describe(
        'That of the file, else the largest text of its first page, with the company and the period of a cover.',
      ),
    content_type: z.string(),
    file_type: z.string(),
    file_size: z.number().int(),
    modality: modality,
    source: documentSource,
    page_count: z.number().int().nullable(),
    chunk_count: z.number().int(),
    indexing_status: z.enum(['processing', 'indexed', 'failed']),
    has_ocr: z.boolean().describe('Text was recognised in images of pages.'),
    archived: z.boolean(),
    tags: z.array(z.string()),
    summary: z.string().nullable(),
    job_id: z.string().nullable(),
    sync_id: z.string().nullable(),
    custom_metadata: customMetadata.optional(),
    created_at: timestamp,
    indexed_at: timestamp.nullable(),
    updated_at: timestamp,
  })
  .meta({
    id: 'Document',
    examples: [
      {
        document_id: 'doc_01JD3V…',
        collection_name: 'manuals',
        filename: 'contract.pdf',
        title: 'Master Services Agreement',
        content_type: 'application/pdf',
        file_type: 'pdf',
        file_size: 248_173,
        modality: 'document',
        source: { type: 'url', uri: 'https://example.com/contract.pdf' },
        page_count: 12,
        chunk_count: 31,
        indexing_status: 'indexed',
        has_ocr: true,
        archived: false,
        tags: ['contract'],
        summary: 'Master services agreement.',
        job_id: 'job_01JD3V…',
        sync_id: null,
        created_at: '2026-11-20T19:15:38.226Z',
        indexed_at: '2026-11-20T19:15:41.002Z',
        updated_at: '2026-11-20T19:15:41.002Z',
      },
    ],
  });
export type DocumentHeadBody = z.infer<typeof documentHead>;

export const documentsPage = z
  .strictObject({ documents: z.array(documentHead), ...envelope })
  .meta({ id: 'DocumentList' });
export type DocumentsPage = z.infer<typeof documentsPage>;

export const documentV2Item = z
  .strictObject({
    document_id: z.string(),
    file_id: z.string().describe('The same as `document_id`.'),
    filename: z.string(),
    content_type: z.string(),
    chunk_count: z.number().int(),
    created_at: timestamp,
    indexed_at: timestamp.nullable(),
  })
  .meta({
    id: 'DocumentItemV2',
    examples: [
      {
        document_id: 'doc_01JD3V…',
        file_id: 'doc_01JD3V…',
        filename: 'contract.pdf',
        content_type: 'application/pdf',
        chunk_count: 31,
        created_at: '2026-11-20T19:15:38.226Z',
        indexed_at: '2026-11-20T19:15:41.002Z',
      },
    ],
  });
export const documentsV2Page = z
  .strictObject({ documents: z.array(documentV2Item), ...envelope })
  .meta({ id: 'DocumentListV2' });
export type DocumentV2Item = z.infer<typeof documentV2Item>;

const chunksTruncated = z
  .boolean()
  .describe(`The document has more than ${documentChunksMax} chunks: use the chunk list for the others.`);

export const documentWithChunks = extending(
  z
    .strictObject({
      ...documentHead.shape,
      chunks: z.array(chunkResource).describe('In the order of the document.'),
      chunks_truncated: chunksTruncated,
    })
    .meta({ id: 'DocumentWithChunks' }),
  documentHead,
);
export type DocumentWithChunks = z.infer<typeof documentWithChunks>;

export const documentV2 = z
  .strictObject({
    document_id: z.string(),
    collection_name: z.string(),
    chunk_count: z.number().int(),
    metadata: z.strictObject({
      filename: z.string(),
      file_type: z.string(),
      file_size: z.number().int(),
      mime_type: z.string(),
      uri: z.string().nullable(),
      summary: z.string().nullable(),
      tags: z.array(z.string()),
      custom: customMetadata,
    }),
    chunks: z.array(
      z.strictObject({
        chunk_index: z.number().int(),
        chunk_id: z.string(),
        content: z.string(),
        page_start: z.number().int().nullable(),
        page_end: z.number().int().nullable(),
      }),
    ),
    chunks_truncated: chunksTruncated,
    bounding_boxes: z
      .array(
        z.strictObject({
          page: z.number().int(),
          type: regionType,
          text: z.string(),
          left: z.number(),
          top: z.number(),
          width: z.number(),
          height: z.number(),
        }),
      )
      .optional()
      .describe('Fractions of the page, from its top left.'),
  })
  .meta({
    id: 'DocumentV2',
    examples: [
      {
        document_id: 'doc_01JD3V…',
        collection_name: 'manuals',
        chunk_count: 1,
        metadata: {
          filename: 'contract.pdf',
          file_type: 'pdf',
          file_size: 248_173,
          mime_type: 'application/pdf',
          uri: 'https://example.com/contract.pdf',
          summary: 'Master services agreement.',
          tags: ['contract'],
          custom: { year: 2024 },
        },
        chunks: [
          {
            chunk_index: 0,
            chunk_id: 'doc_01JD3V…:0',
            content: 'This agreement…',
            page_start: 0,
            page_end: 0,
          },
        ],
        chunks_truncated: false,
      },
    ],
  });
export type DocumentV2 = z.infer<typeof documentV2>;

export const documentPage = z
  .strictObject({
    document_id: z.string(),
    page_number: z.number().int(),
    page_count: z.number().int().nullable(),
    text: z.string().describe('In reading order.'),
    width: z.number().describe('In points.'),
    height: z.number().describe('In points.'),
    regions: z.array(region).optional(),
  })
  .meta({
    id: 'DocumentPage',
    examples: [
      {
        document_id: 'doc_01JD3V…',
        page_number: 0,
        page_count: 12,
        text: 'This agreement…',
        width: 612,
        height: 792,
      },
    ],
  });
export type DocumentPage = z.infer<typeof documentPage>;

export const assetUrlsBody = z
  .strictObject({
    asset_ids: z
      .array(z.string().regex(figureIdPattern, 'is not the id of a figure'))
      .min(1)
      .max(assetIdsMax)
      .describe('`figure_id` of regions.'),
    ttl_seconds: z
      .number()
      .int()
      .min(assetTtlSecondsMin)
      .max(assetTtlSecondsMax)
      .default(assetTtlSecondsDefault)
      .describe('How long the links work.'),
  })
  .meta({ id: 'AssetUrlsRequest', examples: [{ asset_ids: ['fig_3_ab12'], ttl_seconds: 300 }] });

export const assetUrls = z
  .strictObject({
    assets: z
      .array(
        z.discriminatedUnion('status', [
          z.strictObject({
            asset_id: z.string(),
            status: z.literal('ok'),
            url: z.string().describe('Works without a key.'),
            content_type: z.string(),
            expires_at: timestamp,
          }),
          z.strictObject({
            asset_id: z.string(),
            status: z.literal('unavailable'),
            reason: z
              .enum(['not_found', 'no_crop', 'archived'])
              .describe('`no_crop`: the figure has no picture.'),
            url: z.null(),
            expires_at: z.null(),
          }),
        ]),
      )
      .describe('In the order of the request.'),
    expires_at: timestamp,
  })
  .meta({
    id: 'AssetUrls',
    examples: [
      {
        assets: [
          {
            asset_id: 'fig_3_ab12',
            status: 'ok',
            url: 'https://sheaf.example/b/documents/doc_01JD3V…/figures/fig_3_ab12?expires=1795202438&sig=…',
            content_type: 'image/png',
            expires_at: '2026-11-20T19:20:38.226Z',
          },
          {
            asset_id: 'fig_9_zz',
            status: 'unavailable',
            reason: 'not_found',
            url: null,
            expires_at: null,
          },
        ],
        expires_at: '2026-11-20T19:20:38.226Z',
      },
    ],
  });
export type AssetUrls = z.infer<typeof assetUrls>;

export const wipedDocuments = z
  .strictObject({
    success: z.literal(true),
    message: z.string(),
    documents_deleted: z.number().int(),
  })
  .meta({
    id: 'WipeResponse',
    examples: [{ success: true, message: "Every document of 'manuals' was removed.", documents_deleted: 42 }],
  });
