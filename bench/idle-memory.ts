import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runUntilSignal } from '../embedded/run-until-signal';
import {
  createFileParser,
  createSpreadsheetParser,
  type FileParser,
  type SpreadsheetParser,
} from '../src/parsing';
import { ensureInput, type InputName } from './generate/inputs';
import { boundGoal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const megabyte = 1e6;
const idleMbMax = 800;
const threadsMax = 4;
const workbooks: InputName[] = ['mixed-10.xlsx', 'distinct-20.xlsx', 'xls-17.xls', 'wide-10.xlsx'];
const ownFiles = resolve('test/parsing/document/fixtures/producers');
/** Formats of pages and pictures, which PDFium, ImageMagick and tesseract read. */
const PAGES = /\.(?:pdf|png|jpe?g|tiff?)$/i;

/**
 * Memory of the parsers of a worker, all threads of which have read workbooks, PDF files and scans: after that
 * work, and once nothing has been asked of them for so long that their threads end.
 *
 * `npm run bench -- idle-memory [--rounds 3] [--idle-seconds 20] [--files <folder>] [--json <file>]`
 */
async function main(controller: AbortController): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      'idle-seconds': { type: 'string', default: '20' },
      files: { type: 'string', default: ownFiles },
      json: { type: 'string' },
    },
  });
  const idleMs = Number(values['idle-seconds']) * 1_000;
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-idle-memory-'));
  const sheets = createSpreadsheetParser({ threadsMax, idleMs });
  const files = createFileParser({ threadsMax, idleMs });
  const machine = machineFacts();
  const residentMb = { start: residentNow(), worked: 0, idle: 0 };
  try {
    const pages = readdirSync(values.files).filter((name) => PAGES.test(name));
    for (let round = 0; round < Number(values.rounds); round++) {
      await Promise.all([
        ...workbooks.map((name) => readWorkbook(sheets, name, folder)),
        ...pages.map((name) => readPages(files, join(values.files, name), folder)),
      ]);
      residentMb.worked = Math.max(residentMb.worked, residentNow());
    }
    // The last threads are given as long again to end, and new ones to start.
    await pause(idleMs * 2, undefined, { signal: controller.signal });
    residentMb.idle = residentNow();
  } finally {
    await Promise.all([sheets.close(), files.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
  const goals = [boundGoal('memory after idling', 'below', idleMbMax, residentMb.idle, ' MB')];
  console.log(`\n${machineLine(machine)}\n`);
  console.log(
    textTable(Object.keys(residentMb), [Object.values(residentMb).map((mb) => `${mb.toFixed(0)} MB`)]),
  );
  console.log(`\n${goalTable(goals)}`);
  await writeReport(values.json, { machine, residentMb, goals });
  return 0;
}

const residentNow = (): number => process.memoryUsage.rss() / megabyte;
const hooks = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

async function readWorkbook(parser: SpreadsheetParser, name: InputName, folder: string): Promise<void> {
  const { path } = await ensureInput(name, resolve('.cache/bench'));
  const workDirectory = mkdtempSync(join(folder, 'sheets-'));
  const request = {
    path,
    filename: null,
    jobId: 'prs_bench',
    options: { images: true, verifiedFacts: true, hiddenSheets: true },
    partBytesMin: 16e6,
    outputBytesMax: 4e9,
    growing: null,
    workDirectory,
    resume: { sheetIndex: 0, chunkIndex: 0, rowsDone: 0 },
    assetUrls: { baseUrl: 'http://localhost', expiresAtMs: Date.now(), folderKey: new Uint8Array(32) },
  };
  await parser.parseSpreadsheet(request, { ...hooks(), onPart: () => Promise.resolve() });
  rmSync(workDirectory, { recursive: true });
}

async function readPages(parser: FileParser, path: string, folder: string): Promise<void> {
  const workDirectory = mkdtempSync(join(folder, 'pages-'));
  const options = {
    isText: false,
    ocrAllPages: true,
    parsingScript: null,
    language: null,
    transcriptPath: null,
  };
  await parser.parseFile({ path, filename: path, contentType: null, workDirectory, options }, hooks());
  rmSync(workDirectory, { recursive: true });
}

void runUntilSignal(main, 130).then((code) => {
  process.exitCode = code;
});
