import { XML_BYTES } from '../../ooxml/xml/bytes';

const { AMPERSAND, LESS, LOWER_X, RETURN, UNDERSCORE } = XML_BYTES;
const PLAIN = 0;
const NOT_ASCII = 1;
const SPECIAL = 2;
const MAYBE_ESCAPE = 4;
const END = 8;
const CLASS_OF_BYTE = new Uint8Array(256).fill(NOT_ASCII, 0x80);
CLASS_OF_BYTE[AMPERSAND] = SPECIAL;
CLASS_OF_BYTE[RETURN] = SPECIAL;
CLASS_OF_BYTE[UNDERSCORE] = MAYBE_ESCAPE;
CLASS_OF_BYTE[LESS] = END;

/** Result of the last scan. One object is reused for a whole part. */
export interface TextScan {
  /** True where all bytes are below 0x80. */
  ascii: boolean;
  /** True where the bytes are the text, without references, escapes and line ends to convert. */
  plain: boolean;
}

/**
 * Offset of the first `<` at or behind `from`, `end` where there is none. Describes the bytes before it in
 * `scan`.
 */
export function scanText(scan: TextScan, bytes: Buffer, from: number, end: number): number {
  let seen = PLAIN;
  let at = from;
  for (; at < end; at++) {
    const byteClass = CLASS_OF_BYTE[bytes[at]!]!;
    if (byteClass === PLAIN) continue;
    if (byteClass === END) break;
    if (byteClass !== MAYBE_ESCAPE) seen |= byteClass;
    else if (bytes[at + 1] === LOWER_X) seen |= SPECIAL;
  }
  scan.ascii = (seen & NOT_ASCII) === 0;
  scan.plain = (seen & SPECIAL) === 0;
  return at;
}
