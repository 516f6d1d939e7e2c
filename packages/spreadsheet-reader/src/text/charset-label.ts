/**
 * Labels of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels) by the name under which
 * `createPieceDecoder` reads them: iconv-lite's where the standard's decoder is a wider character set.
 */
const STANDARD: Readonly<Record<string, string>> = {
  'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
  cp866: '866 cp866 csibm866 ibm866',
  'iso-8859-2': 'csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2',
  'iso-8859-3': 'csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3',
  'iso-8859-4': 'csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4',
  'iso-8859-5':
    'csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988',
  'iso-8859-6':
    'arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i ' +
    'iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987',
  'iso-8859-7':
    'csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 ' +
    'iso_8859-7:1987 sun_eu_greek',
  'iso-8859-8':
    'csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 ' +
    'iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical',
  'iso-8859-10': 'csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6',
  'iso-8859-13': 'iso-8859-13 iso8859-13 iso885913',
  'iso-8859-14': 'iso-8859-14 iso8859-14 iso885914',
  'iso-8859-15': 'csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9',
  'iso-8859-16': 'iso-8859-16',
  'koi8-r': 'cskoi8r koi koi8 koi8-r koi8_r',
  'koi8-u': 'koi8-ru koi8-u',
  macintosh: 'csmacintosh mac macintosh x-mac-roman',
  'windows-874': 'dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874',
  'windows-1250': 'cp1250 windows-1250 x-cp1250',
  'windows-1251': 'cp1251 windows-1251 x-cp1251',
  'windows-1252':
    'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 ' +
    'iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
  'windows-1253': 'cp1253 windows-1253 x-cp1253',
  'windows-1254':
    'cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 ' +
    'windows-1254 x-cp1254',
  'windows-1255': 'cp1255 windows-1255 x-cp1255',
  'windows-1256': 'cp1256 windows-1256 x-cp1256',
  'windows-1257': 'cp1257 windows-1257 x-cp1257',
  'windows-1258': 'cp1258 windows-1258 x-cp1258',
  macukraine: 'x-mac-cyrillic x-mac-ukrainian',
  gb18030: 'chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030',
  'big5-hkscs': 'big5 big5-hkscs cn-big5 csbig5 x-x-big5',
  'euc-jp': 'cseucpkdfmtjapanese euc-jp x-euc-jp',
  'iso-2022-jp': 'csiso2022jp iso-2022-jp',
  cp932: 'csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis',
  cp949:
    'cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949',
  'utf-16be': 'unicodefffe utf-16be',
  'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
};

/** Labels that the standard lacks, or answers with nothing but U+FFFD, and that files carry nevertheless. */
const OTHERS: Readonly<Record<string, string>> = {
  'iso-2022-jp': 'iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms junet jis',
  'iso-2022-kr': 'iso-2022-kr csiso2022kr',
  'iso-2022-cn': 'iso-2022-cn',
  cp949: 'uhc ks_x_1001',
  gb18030: 'euc-cn gb18030-2000 gb18030-2005 gb18030-2022 ms936',
  'big5-hkscs': 'big5-eten ms950',
  macintosh: 'macroman',
  'windows-1252': 'latin-1',
  'utf-7': 'utf-7 unicode-1-1-utf-7',
  'utf-32le': 'utf-32 utf-32le',
  'utf-32be': 'utf-32be',
  cp437: 'cp437 ibm437',
};

const byLabel = new Map<string, string>();
const byLetters = new Map<string, string>();
for (const table of [STANDARD, OTHERS]) {
  for (const [charset, labels] of Object.entries(table)) {
    for (const label of labels.split(' ')) {
      byLabel.set(label, charset);
      if (!byLetters.has(lettersOf(label))) byLetters.set(lettersOf(label), charset);
    }
  }
}

/** Code pages ([MS-XLS] 2.4.52 and Windows' list of identifiers) whose charset does not follow from the number. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'cp932',
  936: 'gb18030',
  949: 'cp949',
  950: 'big5-hkscs',
  951: 'big5-hkscs',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10001: 'cp932',
  10002: 'big5-hkscs',
  10003: 'cp949',
  10006: 'macgreek',
  10007: 'macukraine',
  10008: 'gb18030',
  10029: 'maccenteuro',
  10079: 'maciceland',
  10081: 'macturkish',
  12000: 'utf-32le',
  12001: 'utf-32be',
  20127: 'windows-1252',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gb18030',
  20949: 'cp949',
  21866: 'koi8-u',
  32768: 'macintosh',
  32769: 'windows-1252',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  50225: 'iso-2022-kr',
  51932: 'euc-jp',
  51936: 'gb18030',
  51949: 'cp949',
  54936: 'gb18030',
  65000: 'utf-7',
  65001: 'utf-8',
};
/** Code pages of one byte, besides those of Windows, that have a table. */
const DOS_PAGES = new Set([
  437, 737, 775, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869,
]);
const codePageLabel = /^(?:x-)?(?:cp|windows|ibm|ms|dos)[-_]?(\d{3,5})$/;

/**
 * Character set of a label as the Encoding Standard has it: `iso-8859-1` is Windows-1252, `gb2312` is GB18030,
 * `ks_c_5601-1987` is code page 949. Spellings that differ in their punctuation and numbers of code pages are
 * read too.
 *
 * @returns name for `createPieceDecoder`; null for an unknown label
 */
export function charsetOfLabel(label: string): string | null {
  const name = label.trim().toLowerCase();
  const known = byLabel.get(name);
  if (known !== undefined) return known;
  const page = codePageLabel.exec(name)?.[1];
  const paged = page === undefined ? null : charsetOfCodePage(Number(page));
  return paged ?? byLetters.get(lettersOf(name)) ?? byLetters.get(lettersOf(name.replace(/^x-/, ''))) ?? null;
}

/** Character set of a code page of Windows, by the number that files name; null for an unknown one. */
export function charsetOfCodePage(codePage: number): string | null {
  const named = CODE_PAGES[codePage];
  if (named !== undefined) return named;
  if (codePage === 874 || (codePage >= 1250 && codePage <= 1258)) return `windows-${codePage}`;
  if (codePage >= 28_591 && codePage <= 28_606) return charsetOfLabel(`iso-8859-${codePage - 28_590}`);
  if (codePage === 38_598) return 'iso-8859-8';
  return DOS_PAGES.has(codePage) ? `cp${codePage}` : null;
}

function lettersOf(label: string): string {
  return label.replace(/[^a-z0-9]/g, '');
}
