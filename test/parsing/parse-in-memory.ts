import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseBlobs } from '../../src/domain/documents/parse-job';
import { type SpreadsheetChunk } from '../../src/domain/documents/spreadsheet-chunk';
import { type ParsedPart, type ParseRequest } from '../../src/parsing/spreadsheet/parse-request';
import { parseWorkbook } from '../../src/parsing/spreadsheet/parse-workbook';
import { type WorkbookReader } from 'spreadsheet-reader';
import { blobFolderKey } from '../../src/signing/blob-url';
import { parseChunks } from './parse-chunks';

/** Root key behind the key of the test's assets folder. */
export const signingKey = Buffer.alloc(32, 7);

/** Parses on this thread and gives back all chunks, with the parts that they came in. */
export async function parseInMemory(
  reader: WorkbookReader,
  options: Partial<ParseRequest['options']> = {},
  onPart: (part: ParsedPart) => Promise<void> = () => Promise.resolve(),
): Promise<{ chunks: SpreadsheetChunk[]; parts: ParsedPart[] }> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'sheaf-parse-'));
  const parts: ParsedPart[] = [];
  const chunks: SpreadsheetChunk[] = [];
  try {
    await parseWorkbook(reader, parseRequest(workDirectory, options), {
      progress: () => undefined,
      part: async (part) => {
        await onPart(part);
        parts.push(part);
        chunks.push(...parseChunks(await readFile(part.path)));
      },
    });
  } finally {
    await rm(workDirectory, { recursive: true });
  }
  return { chunks, parts };
}

/** A first attempt with nothing but what a test cares for; every sheet is a part of its own. */
export function parseRequest(
  workDirectory: string,
  options: Partial<ParseRequest['options']> = {},
  path = '',
): ParseRequest {
  return {
    path,
    filename: null,
    jobId: 'prs_test',
    options: { images: false, verifiedFacts: false, hiddenSheets: true, tables: false, ...options },
    partBytesMin: 0,
    outputBytesMax: Infinity,
    growing: null,
    workDirectory,
    resume: { sheetIndex: 0, chunkIndex: 0, rowsDone: 0 },
    assetUrls: {
      baseUrl: 'https://sheaf.test',
      expiresAtMs: 1_800_000_000_000,
      folderKey: blobFolderKey(signingKey, parseBlobs('prs_test').assetsPrefix),
    },
  };
}
