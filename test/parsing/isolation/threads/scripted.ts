import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, threadId } from 'node:worker_threads';
import { type Parse, serveParses } from '../../../../src/parsing/isolation/serve-parses';
import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseRequest,
} from '../../../../src/parsing/spreadsheet/parse-request';
import { SourceError } from 'spreadsheet-reader';

/**
 * A parsing thread whose parses go wrong on purpose; `jobId` says how. `rows` of a result is the thread's id.
 */
const scripts: Record<string, Parse> = {
  fine: () => Promise.resolve(result()),
  'tell the environment': () => Promise.resolve({ ...result(), warnings: Object.keys(process.env) }),
  'tell the priority': () => Promise.resolve({ ...result(), warnings: [String(getPriority())] }),
  'spin for ever': () => {
    for (;;) Math.random();
  },
  'eat memory': () => {
    const hoard: unknown[] = [];
    for (;;) hoard.push(new Array<number>(1_000_000).fill(0.5));
  },
  'throw a bug': () => {
    throw new TypeError('undefined is not a function');
  },
  'throw outside of the parse': () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error('this is not caught');
      });
    }),
  'end the thread': () => process.exit(3),
  'refuse the file': () => {
    throw new SourceError('encrypted', 'The workbook needs a password.');
  },
  'miss the file': async (request) => {
    const { readFile } = await import('node:fs/promises');
    await readFile(join(request.workDirectory, 'gone'));
    return result();
  },
  'wait, then answer': () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    return Promise.resolve(result());
  },
  'write for ever': (request) => {
    for (let i = 0; ; i++) writeFileSync(join(request.workDirectory, 'count'), String(i));
  },
  'three parts': async (request, events) => {
    for (let sheetIndex = 0; sheetIndex < 3; sheetIndex++) await events.part(part(request, sheetIndex));
    return result();
  },
  'one part, then spin': async (request, events) => {
    const taken = events.part(part(request, 0));
    await taken;
    for (;;) Math.random();
  },
};

function result(): ParsedWorkbook {
  return { format: 'csv', sheets: 1, chunks: 0, rows: threadId, warnings: [] };
}

function part({ workDirectory }: ParseRequest, sheetIndex: number): ParsedPart {
  return {
    nextSheet: sheetIndex + 1,
    path: join(workDirectory, String(sheetIndex)),
    start: 0,
    bytes: 0,
    chunkIndexFirst: 0,
    chunkCount: 0,
    characters: 0,
    figures: 0,
    rows: 0,
    pages: [],
    tables: null,
    assets: [],
    warnings: [],
  };
}

serveParses(parentPort!, (request, events) => scripts[request.jobId]!(request, events));
