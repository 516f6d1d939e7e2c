import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { pgmOf } from './grey-image';
import { type OcrEngine } from './ocr-engine';
import { isOcrLanguageCovered, missingDataWarning, ocrData, ocrDataNames } from './ocr-languages';
import { readTsv } from './read-tsv';

const pageTimeMsMax = 55_000;
const dataFolder = '4.0.0_best_int';

/**
 * Opens the packaged engine on a thread of its own, with the data of the language where it is installed, else
 * English data; it is about half as fast as the installed program.
 *
 * @param language BCP-47 tag of the text, null where unknown
 */
export async function openTesseractWasm(language: string | null): Promise<OcrEngine> {
  const installed = ocrDataNames.filter((name) => folderOf(name) !== null);
  // The engine takes the data of all languages from one folder, but each has a package of its own.
  const [name] = ocrData(language, installed);
  const worker = await createWorker(name, OEM.LSTM_ONLY, {
    langPath: folderOf(name)!,
    cacheMethod: 'none',
    gzip: true,
    // Errors also reject the call that caused them; the default handler would throw uncaught.
    errorHandler: () => undefined,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  return {
    isCovered: isOcrLanguageCovered(language, installed),
    warning: missingDataWarning(language, installed),
    async recognise(image) {
      let timer: NodeJS.Timeout | undefined;
      let isLate = false;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          isLate = true;
          reject(new Error('the page takes too long'));
        }, pageTimeMsMax);
      });
      const work = async (): Promise<string> => {
        const dpi = image.dotsPerInch > 0 ? String(image.dotsPerInch) : '0';
        // Behind a page that took too long, the engine is busy, and this waits as well.
        await worker.setParameters({ user_defined_dpi: dpi });
        // The caller may have closed the engine by now, and a call to one that is closed ends the process.
        if (isLate) return '';
        const { data } = await worker.recognize(pgmOf(image), {}, { tsv: true, text: false });
        return data.tsv ?? '';
      };
      try {
        return readTsv(await Promise.race([work(), late]));
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Folder with the data of a language by tesseract's name; null where its package is not installed. */
function folderOf(name: string): string | null {
  try {
    return join(dirname(require.resolve(`@tesseract.js-data/${name}/package.json`)), dataFolder);
  } catch {
    return null;
  }
}
