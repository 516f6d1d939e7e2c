import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { blockText, readDocument, sniffFile } from 'document-reader';
import { loadMammoth, loadPdfJs } from './peers';

/** A reader that this program can measure. */
export type ReaderName = 'document-reader' | 'mammoth' | 'pdf.js';

/** Measurements of a program. */
export interface Measurement {
  /** Wall time of all passes. */
  seconds: number;
  /** Processor time of the process in all passes. */
  cpuSeconds: number;
  /** Letters and digits of one pass. */
  letters: number;
  /** Files that the reader refuses. */
  failed: number;
}

type Read = (path: string) => Promise<string>;

/** Opens a reader that gives the text of a file. @param peers folder of the installed peers */
async function openReader(name: ReaderName, peers: string, scratchDirectory: string): Promise<Read> {
  if (name === 'mammoth') {
    const mammoth = loadMammoth(peers);
    return async (path) => (await mammoth.convertToHtml({ path })).value.replace(/<[^>]*>/g, ' ');
  }
  if (name === 'pdf.js') {
    const pdfJs = await loadPdfJs(peers);
    return (path) => readByPdfJs(pdfJs, path);
  }
  return async (path) => {
    const texts: string[] = [];
    const kind = await sniffFile(path, { filename: basename(path) });
    const ignore = () => undefined;
    await readDocument(
      kind,
      { path, scratchDirectory },
      { block: (block) => void texts.push(blockText(block)), page: ignore, figure: ignore, warn: ignore },
    );
    return texts.join(' ');
  };
}

async function readByPdfJs(pdfJs: Awaited<ReturnType<typeof loadPdfJs>>, path: string): Promise<string> {
  const loading = pdfJs.getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  try {
    const texts: string[] = [];
    const document = await loading.promise;
    for (let page = 1; page <= document.numPages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      texts.push(items.map(({ str = '' }) => str).join(' '));
    }
    return texts.join(' ');
  } finally {
    await loading.destroy();
  }
}

/**
 * `node reader-program.js <reader> <folder of peers> <passes> <file>…` reads the files once to warm up, then
 * in measured passes, and prints a {@link Measurement} as JSON.
 */
async function main(): Promise<void> {
  const [name, peers, passes, ...files] = process.argv.slice(2);
  const scratch = await mkdtemp(join(tmpdir(), 'bench-documents-'));
  try {
    const read = await openReader(name as ReaderName, peers!, scratch);
    let [letters, failed] = [0, 0];
    for (const file of files)
      try {
        letters += (await read(file)).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      } catch {
        // The files that a reader refuses are part of the result, its reasons are not.
        failed++;
      }
    const [started, used] = [performance.now(), process.cpuUsage()];
    for (let pass = 0; pass < Number(passes); pass++)
      for (const file of files) await read(file).catch(() => '');
    const { user, system } = process.cpuUsage(used);
    const seconds = (performance.now() - started) / 1_000;
    const measured: Measurement = { seconds, cpuSeconds: (user + system) / 1e6, letters, failed };
    console.log(JSON.stringify(measured));
  } finally {
    await rm(scratch, { recursive: true });
  }
}

if (require.main === module) void main();
