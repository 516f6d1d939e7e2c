import { join } from 'node:path';
import { runCommand } from '../../../bench/command';
import type { Measurement } from './found';
import { peerSources, type PreparedPeers } from './prepare-peers';

export type FileFormat = 'xlsx' | 'xls' | 'csv';
export type ReaderName =
  | 'sheaf'
  | 'sheaf, new process'
  | 'calamine'
  | 'python-calamine'
  | 'SheetJS'
  | 'exceljs'
  | 'papaparse'
  | 'csv-parse';

/** A reader under measure: ours or a peer. */
export interface BenchReader {
  name: ReaderName;
  formats: readonly FileFormat[];
  /** Reads slow enough that a few rounds say it all. */
  slow: boolean;
  /** Reads the files one after the other in a process or thread of its own. */
  run(files: readonly string[], format: FileFormat): Promise<Measurement>;
}

/** A small file per format, with which programs of Node are made warm before the measured part. */
export type WarmUpFiles = Partial<Record<FileFormat, string>>;

const lastLine = (output: string): Measurement =>
  JSON.parse(output.trim().split('\n').at(-1)!) as Measurement;

function nodeReader(
  name: ReaderName,
  program: string,
  formats: readonly FileFormat[],
  options: { slow: boolean; warmUp: WarmUpFiles; env: Record<string, string> },
): BenchReader {
  return {
    name,
    formats,
    slow: options.slow,
    async run(files, format) {
      const warmUp = options.warmUp[format];
      const args = [program, ...(warmUp === undefined ? [] : ['--warm-up', warmUp]), ...files];
      return lastLine(await runCommand(process.execPath, args, { env: options.env }));
    },
  };
}

/** The peers that this machine could prepare. Programs of Node are warmed up as ours is. */
export function peerReaders(peers: PreparedPeers, warmUp: WarmUpFiles): BenchReader[] {
  const readers: BenchReader[] = [];
  const { calamine, pythonFolder, npmFolder } = peers;
  if (calamine !== null) {
    readers.push({
      name: 'calamine',
      formats: ['xlsx', 'xls'],
      slow: false,
      run: async (files) => lastLine(await runCommand(calamine, files)),
    });
  }
  const sheetJs = require.resolve('./peers/sheetjs');
  readers.push(nodeReader('SheetJS', sheetJs, ['xlsx', 'xls'], { slow: true, warmUp, env: {} }));
  if (pythonFolder !== null) {
    const script = join(peerSources, 'python_calamine_peer.py');
    readers.push({
      name: 'python-calamine',
      formats: ['xlsx', 'xls'],
      slow: true,
      run: async (files) =>
        lastLine(await runCommand('python3', [script, ...files], { env: { PYTHONPATH: pythonFolder } })),
    });
  }
  if (npmFolder !== null) {
    const env = { BENCH_NPM_PEERS: npmFolder };
    const excelJs = require.resolve('./peers/exceljs');
    readers.push(nodeReader('exceljs', excelJs, ['xlsx'], { slow: true, warmUp, env }));
    const papaparse = require.resolve('./peers/papaparse');
    readers.push(nodeReader('papaparse', papaparse, ['csv'], { slow: false, warmUp, env }));
    const csvParse = require.resolve('./peers/csv-parse');
    readers.push(nodeReader('csv-parse', csvParse, ['csv'], { slow: true, warmUp, env }));
  }
  return readers;
}
