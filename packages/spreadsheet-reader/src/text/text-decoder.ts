import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { createShiftedDecoder } from './shifted-decoder';
import { decodeWindows1252 } from './windows-1252';

/** Decoder of one text's bytes into valid UTF-8, piece by piece. */
export interface PieceDecoder {
  /**
   * Returns the UTF-8 of the next bytes, which may be these bytes themselves. A character cut at their end
   * waits for the next call unless they are the last.
   */
  decode(bytes: Buffer, last: boolean): Buffer;
  /** True once invalid bytes of the character set became U+FFFD. */
  readonly damaged: boolean;
}

/**
 * Creates a decoder.
 *
 * @param charset name of `charsetOfLabel` or `detectCharset`
 */
export function createPieceDecoder(charset: string): PieceDecoder {
  if (charset === 'utf-8') return createUtf8Decoder();
  if (charset === 'windows-1252') {
    return { damaged: false, decode: (bytes) => Buffer.from(decodeWindows1252(bytes)) };
  }
  if (charset.startsWith('iso-2022-')) {
    const shifted = createShiftedDecoder();
    return watchDamage((bytes, last) => shifted.decode(bytes, last));
  }
  return charset.startsWith('utf-16') ? createUtf16Decoder(charset) : createTableDecoder(charset);
}

/** Text of bytes that are all there. */
export function decodeAll(bytes: Buffer, charset: string): string {
  return createPieceDecoder(charset).decode(bytes, true).toString();
}

function createUtf8Decoder(): PieceDecoder {
  let held: Buffer = Buffer.alloc(0);
  let damaged = false;
  return {
    get damaged() {
      return damaged;
    },
    decode(bytes, last) {
      const whole = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      const end = last ? whole.length : wholeUtf8End(whole);
      const part = whole.subarray(0, end);
      held = Buffer.from(whole.subarray(end));
      if (isUtf8(part)) return part;
      damaged = true;
      return Buffer.from(part.toString('utf8'));
    },
  };
}

/** End of the last complete character of UTF-8 bytes; bytes that start no character count as complete. */
export function wholeUtf8End(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function createUtf16Decoder(charset: string): PieceDecoder {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  return watchDamage((bytes, last) => decoder.decode(bytes, { stream: !last }));
}

function createTableDecoder(charset: string): PieceDecoder {
  const decoder = iconv.getDecoder(charset, { stripBOM: false });
  const standard = charset === 'macintosh' || charset === 'macukraine' ? withEuro : unchanged;
  return watchDamage((bytes, last) => standard(decoder.write(bytes) + (last ? (decoder.end() ?? '') : '')));
}

/** The Encoding Standard has the euro sign where the tables of Apple's older systems have the currency sign. */
function withEuro(text: string): string {
  return text.replaceAll('\u00a4', '€');
}

function unchanged(text: string): string {
  return text;
}

function watchDamage(decode: (bytes: Buffer, last: boolean) => string): PieceDecoder {
  let damaged = false;
  return {
    get damaged() {
      return damaged;
    },
    decode(bytes, last) {
      const text = decode(bytes, last);
      if (!damaged) damaged = text.includes('\ufffd');
      return Buffer.from(text);
    },
  };
}
