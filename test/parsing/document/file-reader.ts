import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { createFileParser, type FileParseOptions, type ParsedDocument } from '../../../src/parsing';

/** A document with what lies in its files. */
export interface ReadDocument extends ParsedDocument {
  chunks: ChunkContent[];
  pages: PageContent[];
  /** Text of all chunks, in order. */
  text: string;
}

export interface ReadFile {
  documents: ReadDocument[];
  warnings: string[];
}

/** Reads files as the service does, on a thread of its own. Call in the body of a test file. */
export function fileReader(): {
  read: (bytes: Buffer | string, filename: string, options?: Partial<FileParseOptions>) => Promise<ReadFile>;
  readPath: (path: string, filename: string, options?: Partial<FileParseOptions>) => Promise<ReadFile>;
} {
  const parser = createFileParser({ threadsMax: 1 });
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-files-'));

  afterAll(async () => {
    await parser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function readPath(path: string, filename: string, options: Partial<FileParseOptions> = {}) {
    const workDirectory = mkdtempSync(join(folder, 'work-'));
    const file = await parser.parseFile(
      {
        path,
        filename,
        contentType: null,
        workDirectory,
        options: {
          isText: false,
          ocrAllPages: false,
          parsingScript: null,
          language: null,
          ocrLanguage: 'auto',
          transcriptPath: null,
          ...options,
        },
      },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    const documents = file.documents.map((document) => {
      const chunks = linesOf<ChunkContent>(document.chunksPath);
      return {
        ...document,
        chunks,
        pages: linesOf<PageContent>(document.pagesPath),
        text: chunks.map(({ text }) => text).join('\n'),
      };
    });
    rmSync(workDirectory, { recursive: true });
    return { documents, warnings: file.warnings };
  }

  return {
    readPath,
    read: (bytes, filename, options) => {
      const path = join(folder, 'input');
      writeFileSync(path, bytes);
      return readPath(path, filename, options);
    },
  };
}

function linesOf<T>(path: string | null): T[] {
  if (path === null) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}
