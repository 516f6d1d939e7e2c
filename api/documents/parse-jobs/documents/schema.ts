import { z } from 'zod';
import { parsePagesPageDefault, parsePagesPageMax } from '../../../../src/domain/platform/limits';
import { wholeNumber } from '../../../http/fields/whole-number';
import { chunkLocation, chunkType, region } from '../../chunks/schema';
import { flag } from '../../documents/query-schema';
import { ocrLanguage } from '../../indexing/ocr-language';
import { processingType } from '../../indexing/processing-type';
import { transcriptionLanguage } from '../../indexing/transcription-language';
import { noMasking } from '../no-masking-schema';
import { documentChunkExample, documentPageExample, markdownExample, parseDocumentExample } from './examples';

const forSpreadsheets = z.never({ error: 'is an option of /v3/parse/spreadsheets' }).optional();

export const parseDocumentBody = z
  .strictObject({
    input: z.string().describe('An https link to the file, or the `svc://upl_…` id of a finished upload.'),
    include_tags_summary: z.boolean().default(false).describe('Adds `tags` and `summary` to each chunk.'),
    processing_type: processingType
      .default('basic')
      .describe('As for indexing: `advanced` looks at the image of every page and at the pictures in files.'),
    ocr_language: ocrLanguage.default('auto'),
    transcription_language: transcriptionLanguage.optional(),
    include_images: forSpreadsheets,
    include_verified_facts: forSpreadsheets,
    include_hidden_sheets: forSpreadsheets,
    ...noMasking,
  })
  .meta({ id: 'ParseDocumentRequestV3', examples: [parseDocumentExample] });

const documentIndex = z
  .number()
  .int()
  .describe('0 for the file itself; attachments and files of an archive follow.');
const filename = z.string().nullable().describe('Name of the file, or of the one within it.');

export const documentChunk = z
  .strictObject({
    chunk_id: z.string(),
    chunk_index: z.number().int(),
    chunk_type: chunkType,
    text: z.string(),
    token_count: z.number().int(),
    document_index: documentIndex,
    filename,
    location: chunkLocation,
    heading_path: z.array(z.string()).describe('Headings above it, outermost first.'),
    language: z.string().nullable(),
    origin: z
      .enum(['text', 'ocr', 'transcript'])
      .describe('Written in the file, recognised in an image, or transcribed.'),
    regions: z.array(region),
    figures: z
      .array(
        z.strictObject({
          figure_id: z.string(),
          asset_url: z.string().describe('Works without a key until the result expires.'),
          content_type: z.string(),
        }),
      )
      .optional()
      .describe('Pictures of the regions.'),
    tags: z.array(z.string()).nullable(),
    summary: z.string().nullable(),
  })
  .meta({ id: 'DocumentChunk', examples: [documentChunkExample] });

export const parsePagesQuery = z.strictObject({
  limit: wholeNumber(1, parsePagesPageMax)
    .default(parsePagesPageDefault)
    .describe('Most pages of an answer; one with long pages has fewer.'),
  cursor: wholeNumber(0).default(0).describe('Default the first page.'),
  include_regions: flag(false).describe('Adds `regions`.'),
});

const documentPage = z
  .strictObject({
    document_index: documentIndex,
    filename,
    page: z.number().int().describe('From 0 within its document.'),
    text: z.string().describe('In reading order.'),
    width: z.number().describe('In points.'),
    height: z.number(),
    ocr: z.boolean().describe('Whether text in an image of the page was recognised.'),
    regions: z.array(region).optional(),
  })
  .meta({ id: 'ParsedPage', examples: [documentPageExample] });

export const parsePagesPage = z
  .strictObject({
    job_id: z.string(),
    limit: z.number().int(),
    pages: z.array(documentPage).describe('Empty for formats without pages.'),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: 'ParsedPageList' });
export type ParsePagesPage = z.infer<typeof parsePagesPage>;

export const documentMarkdown = z.string().meta({ examples: [markdownExample] });
