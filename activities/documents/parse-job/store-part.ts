import { randomUUID } from 'node:crypto';
import { parseCredits } from '../../../src/domain/documents/billing';
import { type ChunkOffset, parseBlobs, type ParsePart } from '../../../src/domain/documents/parse-job';
import { type TableFiles } from '../../../src/domain/documents/parsed-table';
import { type GrowingBlob } from '../../../src/blobs';
import { type ParsedPart } from '../../../src/parsing';
import { type ActivityDeps } from '../../deps';
import { type ParseJobLease } from './parse-job-lease';
import { holdCredits } from './hold-credits';

/** Position after the stored parts, where parsing continues. */
export function resumeAfter(parts: readonly ParsePart[]): {
  sheetIndex: number;
  chunkIndex: number;
  rowsDone: number;
} {
  const last = parts.at(-1);
  return {
    sheetIndex: last?.nextSheet ?? 0,
    chunkIndex: last === undefined ? 0 : last.firstChunk + last.chunks,
    rowsDone: parts.reduce((rows, part) => rows + part.rows, 0),
  };
}

/**
 * Creates the store of the parts of a held job, appended to existing ones. A stored part is never parsed
 * again, and the job's hold covers every stored part.
 *
 * @param growing blob for the parts of this attempt; null when each is a blob of its own
 */
export function createPartStore(
  { blobs, credits, parseJobs }: Pick<ActivityDeps, 'blobs' | 'credits' | 'parseJobs'>,
  held: ParseJobLease,
  growing: GrowingBlob | null,
): (part: ParsedPart) => Promise<void> {
  const { _id: jobId, parts } = held.job;
  const keys = parseBlobs(jobId);
  let index = parts.length;
  const sum = { characters: 0, figures: 0 };
  for (const part of parts) add(part);

  function add({ characters, figures }: Pick<ParsePart, 'characters' | 'figures'>): void {
    sum.characters += characters;
    sum.figures += figures;
  }

  async function storeFile(path: string): Promise<string> {
    const key = keys.part(`${index}-${randomUUID()}`);
    await blobs.putFile(key, path, { contentType: 'application/json' });
    return key;
  }

  async function storeTables({ tables: files }: ParsedPart): Promise<TableFiles> {
    const { tables = null, values = null } = files ?? {};
    return {
      tables: tables && {
        key: await storeFile(tables.path),
        byteSize: tables.byteSize,
        count: tables.count,
      },
      values: values && {
        key: await storeFile(values.path),
        byteSize: values.byteSize,
        pages: values.pages,
      },
    };
  }

  async function store({ path }: ParsedPart): Promise<string> {
    if (growing !== null) {
      await growing.sync();
      return growing.key;
    }
    return storeFile(path);
  }

  return async (part) => {
    add(part);
    await holdCredits({ credits }, held.job, parseCredits(sum.characters, sum.figures));
    for (const { assetId, path, contentType } of part.assets) {
      await blobs.putFile(keys.asset(assetId), path, { contentType });
    }
    const key = part.chunkCount === 0 ? null : await store(part);
    const row = rowOf(key, part, await storeTables(part));
    await held.written(parseJobs.savePart(jobId, held.writer, index, row, part.warnings));
    index++;
  };
}

function rowOf(key: string | null, part: ParsedPart, tableFiles: TableFiles): ParsePart {
  const pages = part.pages.map(({ chunkIndex, offset }): ChunkOffset => ({ chunk: chunkIndex, offset }));
  const { start, bytes, chunkIndexFirst, chunkCount, figures, characters, rows, nextSheet } = part;
  return {
    key,
    start,
    byteSize: bytes,
    firstChunk: chunkIndexFirst,
    chunks: chunkCount,
    pages,
    figures,
    characters,
    rows,
    nextSheet,
    tableFiles,
  };
}
