import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { type ChunkContent, nowhere, type Region } from '../../../domain/documents/document';
import { type SpreadsheetChunk } from '../../../domain/documents/spreadsheet-chunk';
import { columnLetters, openWorkbook, parseCell, rangeName } from 'spreadsheet-reader';
import { outputBound } from '../../spreadsheet/output-bound';
import { type ParsedPart, type ParseRequest } from '../../spreadsheet/parse-request';
import { parseWorkbook } from '../../spreadsheet/parse-workbook';
import { type DocumentHead, figureIdOf } from 'document-reader';
import { baseLanguage } from '../chunking/language';
import { type TextTools } from '../chunking/text-tools';
import { chunkTokensMax, type CountTokens } from '../chunking/token-budget';
import { createMarkdownFile } from '../markdown/markdown-file';
import { type ParsedFigure, type PictureLinks } from '../parsed-document';
import { type WrittenDocument } from '../storing/document-writer';
import { createLineFile } from '../storing/line-file';
import { commentChunks } from './comment-chunks';
import { type MergedLines, type RowPiece, rowPieces } from './row-pieces';
import { createSheetBlocks } from './sheet-blocks';
import { tableOf } from './table-of';

const partBytesMin = 1024 * 1024;
const regionCharsMax = 10_000;
const assetPattern = /fig_\d+_[0-9a-f]+/;

interface SpreadsheetInput {
  path: string;
  /** Existing folder for this file only; the caller removes it. */
  scratchDirectory: string;
  /** BCP-47 tag that the caller gave, null for none. */
  language: string | null;
  /** False to leave out hidden and very hidden sheets. */
  hiddenSheets: boolean;
}

/** Where the chunks go, and the links of the Markdown; default none is written. */
interface SpreadsheetOutput {
  directory: string;
  stem: string;
  tools: TextTools;
  warn: (sentence: string) => void;
  links?: PictureLinks;
}

/**
 * Reads a spreadsheet with the spreadsheet reader. Its chunks keep rows, headers and cells; each is cut
 * between rows to the length that the embedding model reads.
 */
export async function parseSpreadsheet(
  input: SpreadsheetInput,
  output: SpreadsheetOutput,
): Promise<DocumentHead & WrittenDocument> {
  const reader = await openWorkbook(input.path, { pages: true });
  const chunks = createLineFile(join(output.directory, `${output.stem}-chunks.ndjson`));
  const figures: ParsedFigure[] = [];
  const hasPicture = (figureId: string) => figures.some((figure) => figure.figureId === figureId);
  const markdown = output.links && createMarkdownFile(output, { links: output.links, hasPicture });
  const blocksOf = createSheetBlocks();
  /** Figure ids by the image ids of the spreadsheet reader. */
  const figureIds = new Map<string, string>();
  let regions = 0;
  let characters = 0;
  let language = baseLanguage(input.language);

  async function take(part: ParsedPart): Promise<void> {
    characters += part.characters;
    part.warnings.forEach(output.warn);
    for (const asset of part.assets) {
      const figureId = figureIdOf(null, await readFile(asset.path));
      figureIds.set(asset.assetId, figureId);
      if (!hasPicture(figureId)) {
        figures.push({ figureId, page: null, path: asset.path, contentType: asset.contentType });
      }
    }
    for await (const line of createInterface({ input: createReadStream(part.path), crlfDelay: Infinity })) {
      const chunk = JSON.parse(line.replace(/,$/, '')) as SpreadsheetChunk;
      language ??= output.tools.languages.detect(chunk.text, null);
      let figureId = '';
      for (const content of contentsOf(chunk, output.tools, language)) {
        const found = regionsOf(chunk);
        figureId ||= found[0]?.figureId ?? '';
        chunks.write({ ...content, regions: found });
      }
      if (markdown) blocksOf(chunk, figureId).forEach(markdown.block);
      for (const content of commentChunks(chunk, output.tools, language)) chunks.write(content);
    }
    await rm(part.path);
  }

  /**
   * Returns the regions of a figure chunk. A spreadsheet has no page coordinates; a region only links chunk
   * and figure.
   */
  function regionsOf({ chunk_type, text, figure }: SpreadsheetChunk): Region[] {
    if (chunk_type !== 'figure') return [];
    const assetId = assetPattern.exec(figure?.asset_url ?? '')?.[0] ?? '';
    const regionId = `r_${regions++}`;
    const figureId = figureIds.get(assetId) ?? figureIdOf(null, `${regionId} ${text}`);
    const shown = text.slice(0, regionCharsMax);
    return [{ regionId, page: null, type: 'figure', text: shown, figureId, box: null, confidence: 1 }];
  }

  try {
    const workbook = await parseWorkbook(reader, await requestFor(input), {
      progress: () => undefined,
      part: take,
    });
    workbook.warnings.forEach(output.warn);
  } finally {
    chunks.close();
    markdown?.close();
    reader.close();
  }
  return {
    title: null,
    language,
    pageCount: null,
    hasOcr: false,
    chunkCount: chunks.lines,
    characters,
    chunksPath: chunks.path,
    pagesPath: null,
    ...(markdown && { markdownPath: markdown.path }),
    figures,
  };
}

/** Builds the request to the spreadsheet reader. Images get no links here, so that nothing is signed. */
async function requestFor({ path, scratchDirectory, hiddenSheets }: SpreadsheetInput): Promise<ParseRequest> {
  return {
    path,
    filename: null,
    jobId: 'sheet',
    options: { images: true, verifiedFacts: false, hiddenSheets, tables: false },
    partBytesMin,
    outputBytesMax: await outputBound(path),
    growing: null,
    workDirectory: scratchDirectory,
    resume: { sheetIndex: 0, chunkIndex: 0, rowsDone: 0 },
    assetUrls: { baseUrl: 'http://localhost', expiresAtMs: 0, folderKey: new Uint8Array(32) },
  };
}

function* contentsOf(
  chunk: SpreadsheetChunk,
  { countTokens, languages }: TextTools,
  language: string | null,
): Generator<ChunkContent, undefined> {
  for (const { text, rowStart, rowEnd, firstColumn, lastColumn } of piecesOf(chunk, countTokens))
    yield {
      type: chunk.chunk_type,
      text,
      tokenCount: countTokens(text),
      location: {
        ...nowhere,
        sheetName: chunk.sheet_name,
        rowStart,
        rowEnd,
        columnStart: chunk.column_start === null ? null : columnLetters(firstColumn),
        columnEnd: chunk.column_end === null ? null : columnLetters(lastColumn),
        cellRange:
          rowStart === null || rowEnd === null
            ? chunk.cell_range
            : rangeName(rowStart, rowEnd, firstColumn, lastColumn),
        ...tableOf(chunk),
      },
      headingPath: [chunk.sheet_name],
      language: languages.detect(chunk.text, language),
      origin: 'text',
      regions: [],
    };
  return undefined;
}

/** Figure chunks have text but no rows. */
function piecesOf(chunk: SpreadsheetChunk, countTokens: CountTokens): Iterable<RowPiece> {
  const firstColumn = columnOf(chunk.column_start);
  const lastColumn = columnOf(chunk.column_end);
  const isTable = chunk.chunk_type === 'table';
  if (countTokens(chunk.text) <= chunkTokensMax) {
    const { text, row_start: rowStart, row_end: rowEnd } = chunk;
    return [{ text, rowStart, rowEnd, firstColumn, lastColumn }];
  }
  const hasHeader = isTable && chunk.column_headers.length > 0 && !headless.has(chunk.row_role);
  const hasKey = chunk.key_column !== undefined;
  const lines = chunk.text.split('\n');
  const header = hasHeader ? lines.shift()! : null;
  return rowPieces(
    {
      header,
      lines,
      firstRow: isTable ? chunk.row_start : null,
      firstColumn,
      lastColumn,
      merged: mergedLines(chunk, hasKey ? firstColumn - 1 : firstColumn),
      hasKey,
    },
    countTokens,
  );
}

/**
 * Converts the merged cells of a chunk to positions in its lines, whose first cell is in `firstColumn`. The
 * first line repeats the values of cells that begin above it.
 */
function mergedLines(
  { merged_ranges: ranges = [], row_start: rowStart }: SpreadsheetChunk,
  firstColumn: number,
): MergedLines[] {
  return ranges.flatMap((range) => {
    const [first, last] = range.split(':').map(parseCell);
    if (first == null || last == null) return [];
    const line = (row: number) => Math.max(0, row - rowStart!);
    return [{ first: line(first.row), last: line(last.row), cell: first.column - firstColumn }];
  });
}

/** Row roles whose chunks do not repeat the column names. */
const headless = new Set<SpreadsheetChunk['row_role']>(['header', 'note', null]);

function columnOf(letters: string | null): number {
  return letters === null ? 0 : parseCell(`${letters}1`)!.column;
}
