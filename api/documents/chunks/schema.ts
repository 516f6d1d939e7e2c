import { z } from 'zod';
import { CHUNK_TYPES, MODALITIES, REGION_TYPES } from '../../../src/domain/documents/document';
import { collectionName } from '../collections/schema';
import { flag } from '../documents/query-schema';
import { customMetadata } from '../documents/metadata-schema';
import { tableId, tableTitle } from '../parse-jobs/spreadsheet-tables-schema';
import { wholeNumber } from '../../http/fields/whole-number';

const chunksPageMax = 500;
const chunksPageDefault = 100;

export const chunkParams = z.strictObject({
  collection_name: collectionName,
  chunk_id: z.string().describe('`<document_id>:<chunk_index>`.'),
});

const includes = {
  include_regions: flag(false).describe('Adds `regions`.'),
  include_metadata: flag(true).describe('Adds `metadata` and `custom_metadata`.'),
};

export const listChunksQuery = z.strictObject({
  document_id: z.string(),
  limit: wholeNumber(1, chunksPageMax).default(chunksPageDefault),
  cursor: wholeNumber(0).default(0).describe('Default the first page.'),
  ...includes,
});

export const getChunkQuery = z.strictObject({
  document_id: z
    .string()
    .optional()
    .describe("The document that the chunk is expected in; default that of the chunk's id."),
  ...includes,
});

export const chunkType = z.enum(CHUNK_TYPES).meta({ id: 'ChunkType' });
export const regionType = z.enum(REGION_TYPES).meta({ id: 'RegionType' });
export const modality = z.enum(MODALITIES).meta({ id: 'Modality' });

const place = z.number().int().nullable();

export const chunkLocation = z
  .strictObject({
    page_start: place,
    page_end: place,
    start_seconds: z.number().nullable(),
    end_seconds: z.number().nullable(),
    sheet_name: z.string().nullable(),
    row_start: place,
    row_end: place,
    column_start: z.string().nullable(),
    column_end: z.string().nullable(),
    cell_range: z.string().nullable(),
    table_id: tableId.nullable(),
    table_title: tableTitle.nullable(),
  })
  .describe(
    'Pages from 0, rows from 1 as the sheet shows them, columns as letters; what does not apply is null.',
  )
  .meta({ id: 'ChunkLocation' });

export const region = z
  .strictObject({
    region_id: z.string(),
    page: z.number().int().nullable().describe('Null for figures of formats without pages.'),
    type: regionType,
    text: z.string(),
    figure_id: z.string().nullable().describe('For the asset URLs of the document.'),
    bounding_box: z
      .strictObject({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
      .nullable()
      .describe('Fractions of the page, from its top left; null where the file does not tell the place.'),
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'Region' });

export const headingPath = z
  .array(z.string())
  .describe('Headings above it, outermost first.')
  .meta({ id: 'HeadingPath' });

export const chunkResource = z
  .strictObject({
    chunk_id: z.string(),
    document_id: z.string(),
    chunk_index: z.number().int(),
    chunk_type: chunkType,
    text: z.string(),
    token_count: z.number().int(),
    location: chunkLocation,
    tags: z.array(z.string()),
    summary: z.string().nullable(),
    metadata: z
      .strictObject({
        modality,
        language: z.string().nullable(),
        heading_path: headingPath,
      })
      .optional(),
    custom_metadata: customMetadata.optional(),
    regions: z.array(region).optional(),
  })
  .meta({
    id: 'Chunk',
    examples: [
      {
        chunk_id: 'doc_01JD3V…:4',
        document_id: 'doc_01JD3V…',
        chunk_index: 4,
        chunk_type: 'table',
        text: 'Region | Q1 | Q2',
        token_count: 9,
        location: {
          page_start: 2,
          page_end: 3,
          start_seconds: null,
          end_seconds: null,
          sheet_name: null,
          row_start: null,
          row_end: null,
          column_start: null,
          column_end: null,
          cell_range: null,
          table_id: null,
          table_title: null,
        },
        tags: ['revenue'],
        summary: null,
        metadata: { modality: 'document', language: 'en', heading_path: ['Results', 'By region'] },
        custom_metadata: { claim_type: 'efficacy' },
      },
    ],
  });
export type ChunkResource = z.infer<typeof chunkResource>;

export const chunksPage = z
  .strictObject({
    document_id: z.string(),
    chunks: z.array(chunkResource),
    total_results: z.number().int(),
    limit: z.number().int(),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: 'ChunkList' });
export type ChunksPage = z.infer<typeof chunksPage>;
