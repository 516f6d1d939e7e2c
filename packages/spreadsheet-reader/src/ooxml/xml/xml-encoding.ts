import { charsetOfLabel } from '../../text/charset-label';
import { createPieceDecoder } from '../../text/text-decoder';
import { malformedXml } from './xml-error';

/** Bytes searched for the XML declaration. */
const DECLARATION_BYTES = 256;
const DECLARED_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const MARK = Buffer.from('\ufeff');

/** Converter of a part's pieces into UTF-8. */
export interface Utf8Converter {
  convert(bytes: Buffer): Buffer;
}

/**
 * Creates the converter of a part that begins with these bytes, null where it is UTF-8 already. Byte order
 * mark and the pattern of the first tag come first, then the declaration (XML 1.0, appendix F). Throws
 * `corrupt` for an unknown encoding.
 */
export function createUtf8Converter(start: Buffer): Utf8Converter | null {
  const encoding = detectEncoding(start);
  if (encoding === null) return null;
  const charset = charsetOfLabel(encoding);
  if (charset === null) throw malformedXml('one of its parts is written in an unknown encoding');
  const decoder = createPieceDecoder(charset);
  let begun = false;
  return {
    convert(bytes) {
      const text = decoder.decode(bytes, false);
      const marked = !begun && text.subarray(0, MARK.length).equals(MARK);
      begun ||= text.length > 0;
      return marked ? text.subarray(MARK.length) : text;
    },
  };
}

/** Text of a whole part. */
export function decodeXml(bytes: Buffer): string {
  const utf8 = createUtf8Converter(bytes)?.convert(bytes) ?? bytes;
  const text = utf8.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function detectEncoding(start: Buffer): string | null {
  const [first, second] = [start[0], start[1]];
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const declared = DECLARED_ENCODING.exec(start.toString('latin1', 0, DECLARATION_BYTES))?.[1]?.toLowerCase();
  // The declaration was readable as single bytes, so that the text is not the UTF-16 that some writers
  // declare.
  if (declared === undefined || UTF8_NAMES.has(declared) || declared.startsWith('utf-16')) return null;
  return declared;
}
