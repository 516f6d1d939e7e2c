import { spawn } from 'node:child_process';
import { type GreyImage, pgmOf } from './grey-image';
import { type OcrEngine } from './ocr-engine';
import { isOcrLanguageCovered, missingDataWarning, ocrData } from './ocr-languages';
import { readTsv } from './read-tsv';

const pageTimeMsMax = 45_000;
const memoryKibMax = 2 * 1024 * 1024;
const outputBytesMax = 50_000_000;
/**
 * Shell that sets the limits and then becomes the program, without this process's secrets, on one thread,
 * because several wait for each other longer than they work.
 */
const limitedShell =
  'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; ' +
  'exec env -i PATH="$PATH" OMP_THREAD_LIMIT=1 ${TESSDATA_PREFIX:+TESSDATA_PREFIX="$TESSDATA_PREFIX"} tesseract "$@"';

/** Opens the `tesseract` on the PATH with its English data; null where there is none. */
export async function openTesseractProgram(language: string | null): Promise<OcrEngine | null> {
  const listing = await run(['--list-langs'], Buffer.alloc(0)).catch(() => '');
  const installed = listing.split('\n').map((line) => line.trim());
  if (!installed.includes('eng')) return null;
  const data = ocrData(language, installed).join('+');
  return {
    isCovered: isOcrLanguageCovered(language, installed),
    warning: missingDataWarning(language, installed),
    async recognise(image: GreyImage) {
      const dpi = image.dotsPerInch > 0 ? ['--dpi', String(image.dotsPerInch)] : [];
      return readTsv(await run(['-', '-', ...dpi, '--psm', '3', '-l', data, 'tsv'], pgmOf(image)));
    },
    close: () => Promise.resolve(),
  };
}

/** Runs the program; settles when it has exited. */
function run(args: readonly string[], input: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = [String(memoryKibMax), String(pageTimeMsMax / 1000)];
    const child = spawn('/bin/sh', ['-c', limitedShell, 'sh', ...limits, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: pageTimeMsMax,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > outputBytesMax) child.kill('SIGKILL');
      else output.push(part);
    });
    // The program may exit before it has read its input; the exit code gives the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new Error(`tesseract ended with ${signal ?? `code ${code}`}`));
    });
  });
}
