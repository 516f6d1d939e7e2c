import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../../../bench/command';

/**
 * Readers that only the bench needs; installed into the cache, so that the project's own tree stays small.
 */
const NPM_PEERS = { mammoth: '1.13.0', 'pdfjs-dist': '5.4.296' } as const;

/**
 * Installs the peers into the cache; what is there already is taken as it is.
 *
 * @returns the folder of the packages, named after their versions so that a raised version is installed anew
 * @throws Error with what `npm` said when they cannot be had
 */
export async function preparePeers(cacheFolder: string): Promise<string> {
  const folder = join(cacheFolder, 'npm', Object.values(NPM_PEERS).join('_'));
  if (existsSync(join(folder, 'node_modules', 'pdfjs-dist'))) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const packages = Object.entries(NPM_PEERS).map(([name, version]) => `${name}@${version}`);
  // The canvas of pdf.js only draws.
  const flags = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  await runCommand('npm', ['install', ...flags, ...packages], { cwd: folder });
  return folder;
}

/** The part of mammoth that is used here. */
interface Mammoth {
  convertToHtml(input: { path: string }): Promise<{ value: string }>;
}

/** The part of pdf.js that is used here. */
interface PdfJs {
  getDocument(options: { data: Uint8Array; verbosity: number }): {
    promise: Promise<{
      numPages: number;
      getPage(number: number): Promise<{
        getTextContent(): Promise<{ items: { str?: string }[] }>;
      }>;
    }>;
    destroy(): Promise<void>;
  };
}

/** @param folder answer of {@link preparePeers} */
export const loadMammoth = (folder: string): Mammoth =>
  createRequire(join(folder, 'package.json'))('mammoth') as Mammoth;

/** @param folder answer of {@link preparePeers} */
export async function loadPdfJs(folder: string): Promise<PdfJs> {
  // Without its canvas pdf.js needs the name when it is loaded, and nothing of it to read text.
  Reflect.set(globalThis, 'DOMMatrix', Object);
  const entry = join(folder, 'node_modules/pdfjs-dist/legacy/build/pdf.mjs');
  return (await import(pathToFileURL(entry).href)) as PdfJs;
}
