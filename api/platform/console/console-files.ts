import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Readable } from 'node:stream';

/** A file of the console with its headers. */
export interface ConsoleFile {
  contentType: string;
  bytes: number;
  /** `gzip` for a compressed file. */
  encoding: 'gzip' | null;
  open: () => Readable;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Folder of the built console: beside the compiled program, or below `dist` where programs run from their
 * sources.
 */
export function consoleFolder(): string {
  const besideProgram = path.join(__dirname, '../../../console-page');
  return existsSync(besideProgram) ? besideProgram : path.join(__dirname, '../../../dist/console-page');
}

/**
 * Reads the files of a built console by name: `index.html` and those of `assets`. The build has written a
 * compressed version (`.gz`) of each. Empty without a build.
 */
export function readConsoleFiles(
  folder: string,
): ReadonlyMap<string, { plain: ConsoleFile; gzip: ConsoleFile }> {
  const names = ['index.html', ...assetNames(folder)];
  const isBuilt = (name: string) => existsSync(path.join(folder, `${name}.gz`));
  return new Map(
    names.filter(isBuilt).map((name) => {
      const contentType = contentTypes[path.extname(name)] ?? 'application/octet-stream';
      const file = (sent: string, encoding: ConsoleFile['encoding']): ConsoleFile => ({
        contentType,
        bytes: statSync(path.join(folder, sent)).size,
        encoding,
        open: () => createReadStream(path.join(folder, sent)),
      });
      return [name, { plain: file(name, null), gzip: file(`${name}.gz`, 'gzip') }];
    }),
  );
}

function assetNames(folder: string): string[] {
  const assets = path.join(folder, 'assets');
  if (!existsSync(assets)) return [];
  return readdirSync(assets)
    .filter((name) => !name.endsWith('.gz'))
    .map((name) => `assets/${name}`);
}
