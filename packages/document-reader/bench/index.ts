import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../embedded/project-root';
import { runCommand } from '../../../bench/command';
import { machineFacts, machineLine } from '../../../bench/machine';
import { textTable } from '../../../bench/text-table';
import { writeReport } from '../../../bench/write-report';
import { preparePeers } from './peers';
import { measureReading } from './reading';
import { type Measurement, type ReaderName } from './reader-program';

/** Files of the repository that other programs have written, by format, with the peer that reads them. */
const SUBJECTS = [
  { format: 'docx', peer: 'mammoth', passes: 20 },
  { format: 'pdf', peer: 'pdf.js', passes: 2 },
] as const;

const folders = [
  'packages/document-reader/test/pdf/fixtures',
  'test/parsing/document/fixtures/contents',
  'test/parsing/document/fixtures/producers',
];

/** A file whose letters are pictures: ours recognises them by OCR, which pdf.js has not. */
const needsOcr = 'tex.pdf';

const rounds = 5;

/** Files of a format in the folders of fixtures, in the order of their paths. */
function fixturesOf(format: string): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(projectRoot, folder, name),
      ),
    )
    .filter((path) => path.endsWith(`.${format}`) && !path.endsWith(needsOcr))
    .sort();
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function measure(
  reader: ReaderName,
  { peers, passes, files }: { peers: string; passes: number; files: readonly string[] },
): Promise<Measurement> {
  const program = require.resolve('./reader-program');
  const output = await runCommand(process.execPath, [program, reader, peers, String(passes), ...files]);
  return JSON.parse(output.trim().split('\n').at(-1)!) as Measurement;
}

/**
 * The whole reader beside others on the same files in one run: mammoth for DOCX, pdf.js for PDF.
 *
 * `npm run bench -w document-reader [-- --quick --json <file>]`
 *
 * `-- --reading` measures instead how much of made PDF pages is read: cells of tables in eight styles, running
 * lines and the order of two columns.
 *
 * The files are fixtures of the repository. Each reader runs in a process of its own, warm, and gives the
 * text; ours finds blocks, tables, figures and the order of reading as well. Rounds are interleaved, and
 * medians of processor time are compared. A bench is no test: it ends with exit code 0.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, reading: { type: 'boolean' }, json: { type: 'string' } },
  });
  if (values.reading) {
    await writeReport(values.json, { reading: await measureReading() });
    return;
  }
  const machine = machineFacts();
  console.log(`${machineLine(machine)}${values.quick ? ', quick: one round, not to be quoted' : ''}\n`);
  const peers = await preparePeers(join(projectRoot, '.cache', 'bench'));
  const results: object[] = [];
  const lines: string[][] = [];
  for (const { format, peer, passes } of SUBJECTS) {
    const files = fixturesOf(format);
    const runs = new Map<ReaderName, Measurement[]>([
      ['document-reader', []],
      [peer, []],
    ]);
    for (let round = 0; round < (values.quick ? 1 : rounds); round++) {
      const order = round % 2 === 0 ? [...runs] : [...runs].reverse();
      for (const [reader, measured] of order)
        measured.push(await measure(reader, { peers, passes: values.quick ? 1 : passes, files }));
    }
    const own = median(runs.get('document-reader')!.map(({ cpuSeconds }) => cpuSeconds));
    for (const [reader, measured] of runs) {
      const seconds = median(measured.map((run) => run.seconds));
      const cpuSeconds = median(measured.map((run) => run.cpuSeconds));
      const { letters, failed } = measured[0]!;
      lines.push([
        `${reader}, ${files.length} ${format}`,
        ...[seconds, cpuSeconds, cpuSeconds / own].map((value) => value.toFixed(2)),
        String(letters),
        String(failed),
      ]);
      results.push({ format, reader, files: files.length, seconds, cpuSeconds, letters, failed, measured });
    }
  }
  console.log(textTable(['reader and files', 's', 'cpu s', 'cpu / ours', 'letters', 'failed'], lines));
  await writeReport(values.json, { machine, results });
}

void main();
