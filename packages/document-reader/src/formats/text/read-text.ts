import {
  charsetWithLabel,
  createPieceDecoder,
  detectCharset,
  openSourceFile,
} from 'spreadsheet-reader/toolkit';
import { type BlockSink } from '../../block-sink';

const pieceBytes = 256 * 1024;

/**
 * Text of a file, piece by piece, in the character set that its bytes suggest; line ends are LF.
 *
 * @param declared character set that the file declares; it decides where its bytes allow several
 */
export async function* readTextPieces(
  path: string,
  sink: Pick<BlockSink, 'warn'>,
  declared: string | null = null,
): AsyncGenerator<string, undefined> {
  const file = openSourceFile(path);
  try {
    const detected = await detectCharset(file);
    const decoder = createPieceDecoder(charsetWithLabel(detected, declared));
    let endsWithReturn = false;
    for (let position = detected.markBytes; position < file.byteSize;) {
      const bytes = Buffer.alloc(Math.min(pieceBytes, file.byteSize - position));
      const read = bytes.subarray(0, file.read(bytes, position));
      position += read.length;
      if (read.length === 0) break;
      const text: string =
        (endsWithReturn ? '\r' : '') + decoder.decode(read, position >= file.byteSize).toString();
      endsWithReturn = text.endsWith('\r') && position < file.byteSize;
      yield (endsWithReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n').replaceAll('\0', '');
    }
    if (decoder.damaged)
      sink.warn('Some bytes are no text in the character set of the file; they were left out.');
  } finally {
    file.close();
  }
  return undefined;
}

/** Whole text of a file, for files within a size limit. */
export async function readWholeText(
  path: string,
  sink: Pick<BlockSink, 'warn'>,
  declared: string | null = null,
): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readTextPieces(path, sink, declared)) pieces.push(piece);
  return pieces.join('');
}

const metaBytes = 4_096;

/** Character set that a page declares in its first bytes (HTML 4.01, 5.2.2); null for none. */
export function charsetOfPage(path: string): string | null {
  const file = openSourceFile(path);
  try {
    const bytes = Buffer.alloc(Math.min(metaBytes, file.byteSize));
    file.read(bytes, 0);
    return charsetOfMarkup(bytes);
  } finally {
    file.close();
  }
}

/** The same, of a page that is in memory. */
export function charsetOfMarkup(page: Buffer): string | null {
  const start = page.toString('latin1', 0, metaBytes);
  return /<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(start)?.[1] ?? null;
}
