import { encodingExists, getDecoder } from 'iconv-lite';
import { malformedXml } from './xml-error';

/** Bytes searched for the XML declaration. */
const DECLARATION_BYTES = 256;
const DECLARED_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const ENDS_WITH_HIGH_SURROGATE = /[\ud800-\udbff]$/;

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
  if (!encodingExists(encoding)) throw malformedXml('one of its parts is written in an unknown encoding');
  const decoder = getDecoder(encoding);
  let held = '';
  return {
    convert(bytes) {
      const text = held + decoder.write(bytes);
      // A surrogate pair that is split between two pieces would become two replacement characters.
      held = ENDS_WITH_HIGH_SURROGATE.test(text) ? text.slice(-1) : '';
      return Buffer.from(held === '' ? text : text.slice(0, -1));
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
