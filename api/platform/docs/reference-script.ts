import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Quality of Brotli: higher ones take many times as long for a few percent. */
const brotliQuality = 6;

/** Content codings, smallest result first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** The script in one coding. */
export interface SentScript {
  bytes: number;
  /** Differs by content and coding. */
  etag: string;
  open: () => Buffer | Readable;
}

type Forms = Record<Coding, SentScript>;

/** Creates the reader of the library's script, which is compressed once, on first use. */
export function createReferenceScript(file = scriptPath()): (coding: Coding) => Promise<SentScript> {
  let forms: Promise<Forms> | undefined;
  return async (coding) => {
    forms ??= compressed(file);
    try {
      return (await forms)[coding];
    } catch (error) {
      // The next request retries.
      forms = undefined;
      throw error;
    }
  };
}

async function compressed(file: string): Promise<Forms> {
  const plain = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(plain),
  ]);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    br: { bytes: br.length, etag: `"${hash}-br"`, open: () => br },
    gzip: { bytes: gz.length, etag: `"${hash}-gzip"`, open: () => gz },
    identity: { bytes: plain.length, etag: `"${hash}"`, open: () => createReadStream(file) },
  };
}

/** The library's script for browsers: the image holds a copy without the package, see `Dockerfile`. */
function scriptPath(): string {
  const copy = path.join(__dirname, '../../../reference.js');
  if (existsSync(copy)) return copy;
  return path.join(path.dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
}
