import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { type ChunkContent, nowhere } from '../../../../domain/document';
import { type SpreadsheetChunk } from '../../../../domain/spreadsheet-chunk';
import { openWorkbook } from '../../../spreadsheet/open-workbook';
import { type ParsedPart, type ParseRequest } from '../../../spreadsheet/parse-request';
import { parseWorkbook } from '../../../spreadsheet/parse-workbook';
import { type DocumentHead, type FormatInput, figureIdOf } from '../../block-sink';
import { baseLanguage } from '../../chunking/language';
import { type TextTools } from '../../chunking/text-tools';
import { type ParsedFigure } from '../../parsed-document';
import { type WrittenDocument } from '../../storing/document-writer';
import { createLineFile } from '../../storing/line-file';

const partBytesMin = 1024 * 1024;

/** Spreadsheets keep the chunks of their own reader, which knows rows, headers and cells. */
export async function parseSpreadsheet(
  input: FormatInput,
  into: { directory: string; stem: string; tools: TextTools; warn: (sentence: string) => void },
): Promise<DocumentHead & WrittenDocument> {
  const reader = await openWorkbook(input.path);
  const chunks = createLineFile(join(into.directory, `${into.stem}-chunks.ndjson`));
  const figures: ParsedFigure[] = [];
  let characters = 0;
  let language = baseLanguage(input.language);

  async function take(part: ParsedPart): Promise<void> {
    characters += part.characters;
    part.warnings.forEach(into.warn);
    const figureIds = new Map<string, string>();
    for (const asset of part.assets) {
      const figureId = figureIdOf(null, await readFile(asset.path));
      figureIds.set(asset.assetId, figureId);
      if (!figures.some((figure) => figure.figureId === figureId)) {
        figures.push({ figureId, page: null, path: asset.path, contentType: asset.contentType });
      }
    }
    for await (const line of createInterface({ input: createReadStream(part.path), crlfDelay: Infinity })) {
      const chunk = JSON.parse(line.replace(/,$/, '')) as SpreadsheetChunk;
      language ??= into.tools.languages.detect(chunk.text, null);
      chunks.write(contentOf(chunk, into.tools, language));
    }
    await rm(part.path);
  }

  try {
    const workbook = await parseWorkbook(reader, requestFor(input), {
      progress: () => undefined,
      part: take,
    });
    workbook.warnings.forEach(into.warn);
  } finally {
    chunks.close();
    reader.close();
  }
  return {
    modality: 'document',
    title: null,
    language,
    pageCount: null,
    hasOcr: false,
    chunkCount: chunks.lines,
    characters,
    chunksPath: chunks.path,
    pagesPath: null,
    figures,
  };
}

/** Nothing links to the pictures from here, so that there is nothing to sign. */
function requestFor({ path, scratchDirectory }: FormatInput): ParseRequest {
  return {
    path,
    jobId: 'sheet',
    options: { images: true, verifiedFacts: false },
    partBytesMin,
    growing: null,
    workDirectory: scratchDirectory,
    resume: { sheetIndex: 0, chunkIndex: 0, rowsDone: 0 },
    assetUrls: { baseUrl: 'http://localhost', expiresAtMs: 0, signingKey: Buffer.alloc(32) },
  };
}

function contentOf(
  chunk: SpreadsheetChunk,
  { countTokens, languages }: TextTools,
  language: string | null,
): ChunkContent {
  return {
    type: chunk.chunk_type,
    text: chunk.text,
    tokenCount: countTokens(chunk.text),
    location: {
      ...nowhere,
      sheetName: chunk.sheet_name,
      rowStart: chunk.row_start,
      rowEnd: chunk.row_end,
      columnStart: chunk.column_start,
      columnEnd: chunk.column_end,
      cellRange: chunk.cell_range,
    },
    headingPath: [chunk.sheet_name],
    language: languages.detect(chunk.text, language),
    origin: 'text',
    regions: [],
  };
}
