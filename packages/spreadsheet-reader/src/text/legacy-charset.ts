import iconv from 'iconv-lite';
import { hasRareKorean } from './korean-text';
import { decodeWindows1252 } from './windows-1252';

/**
 * Character sets that spreadsheet programs export: jschardet's names, with iconv-lite's where they differ.
 */
const CANDIDATES: Readonly<Record<string, string>> = {
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  cp932: 'cp932',
  cp949: 'cp949',
  big5: 'big5-hkscs',
  gb18030: 'gb18030',
  'euc-jp': 'euc-jp',
  cp874: 'cp874',
  ibm866: 'cp866',
  macroman: 'macroman',
  cp850: 'cp850',
  cp852: 'cp852',
};
const DOUBLE_BYTE = new Set(['cp932', 'cp949', 'big5-hkscs', 'gb18030', 'euc-jp']);
/** Factor by which another character set must be likelier than Windows-1252, by far the most common one. */
const rivalFactorMin = 1.3;
/** Share of non-ASCII characters that must differ from Windows-1252; Hungarian has the least, 5 %. */
const rivalShareMin = 0.03;

/**
 * Likeliest character set, by iconv-lite's name, of text that is neither ASCII nor Unicode. Short samples fit
 * many; without clear evidence for another one it is Windows-1252. Korean is recognised first: the detector
 * takes a text with one of the rare syllables of code page 949 for Chinese.
 */
export async function guessLegacyCharset(sample: Buffer): Promise<string> {
  if (hasRareKorean(sample)) return 'cp949';
  const { detectAll } = await import('jschardet');
  const ranked = detectAll(sample, { detectEncodings: Object.keys(CANDIDATES), minimumThreshold: 0 }).map(
    ({ encoding, confidence }) => ({ charset: CANDIDATES[encoding?.toLowerCase() ?? ''], confidence }),
  );
  const common = ranked.find(({ charset }) => charset === 'windows-1252')?.confidence ?? 0;
  for (const { charset, confidence } of ranked) {
    if (charset === undefined || charset === 'windows-1252') continue;
    if (confidence < common * rivalFactorMin) break;
    if (DOUBLE_BYTE.has(charset) ? readsAsPairs(sample, charset) : readsDifferently(sample, charset))
      return charset;
  }
  return 'windows-1252';
}

/**
 * Whether the bytes are text of a double-byte character set. Latin text with a single accent before a letter
 * also forms valid pairs ("21°C" has a Chinese character in Big5), but real text has adjacent characters and
 * nearly no invalid bytes.
 */
function readsAsPairs(sample: Buffer, charset: string): boolean {
  let pairs = 0;
  let followed = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue;
    pairs++;
    if ((sample[++i + 1] ?? 0) >= 0x80) followed++;
  }
  const unreadable = iconv.decode(sample, charset).split('\ufffd').length - 1;
  return followed * 4 >= pairs && unreadable * 50 <= pairs;
}

/**
 * Whether enough characters differ from Windows-1252 and most of these are in words: "£5" is no Polish word.
 */
function readsDifferently(sample: Buffer, charset: string): boolean {
  const usual = decodeWindows1252(sample);
  const rival = iconv.decode(sample, charset);
  let pastAscii = 0;
  let other = 0;
  let inWords = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue;
    pastAscii++;
    if (usual.charCodeAt(i) === rival.charCodeAt(i)) continue;
    other++;
    if (/\p{L}\p{L}/u.test(rival.slice(Math.max(0, i - 1), i + 2))) inWords++;
  }
  return other > 0 && other >= pastAscii * rivalShareMin && inWords * 2 >= other;
}
