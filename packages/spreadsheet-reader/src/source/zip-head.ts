const SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const sizesFollowFlag = 8;
const HEADER_BYTES = 30;
/** Content of the entry `mimetype`, which is not compressed (ODF 1.3 part 2, 3.3), and what may follow it. */
const OPEN_SPREADSHEET = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?(?:PK|\s|$)/;
const TYPE_BYTES = 64;
const zip64Size = 0xffffffff;
/** First entries of archives of other kinds: documents, OpenDocument, EPUB, Java, Android. */
const FOREIGN =
  /^(?:word|ppt|visio|meta-inf|index|theme)\/|^(?:mimetype|androidmanifest\.xml|classes\.dex|index\.zip)$/;
/** Workbook and sheets of a binary workbook, and what relates to them; `.bin` parts of others are settings. */
const BINARY_PART = /^xl\/(?:worksheets\/)?(?:_rels\/)?(?:workbook|sheet\d+)\.bin(?:\.rels)?$/;
const XML_PART = /^xl\/(?:worksheets\/)?(?:_rels\/)?(?:workbook|sheet\d+)\.xml(?:\.rels)?$/;
const PACKAGE = /^(?:\[content_types\]\.xml|_rels\/|docprops\/|customxml\/)/;

/** Whether bytes begin like a ZIP archive with at least one entry. */
export function isZip(head: Buffer): boolean {
  return head.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Type of a ZIP archive by the visible entry names: `xlsx` where it may be any workbook of Excel, null where
 * it is none.
 *
 * @param whole whether the head is the whole archive
 */
export function sniffPackage(head: Buffer, whole: boolean): 'xlsx' | 'xlsb' | null {
  let mayBeWorkbook = false;
  let foreign = false;
  let opc = false;
  for (const { name } of entries(head)) {
    if (BINARY_PART.test(name)) return 'xlsb';
    if (XML_PART.test(name)) return 'xlsx';
    mayBeWorkbook ||= name.startsWith('xl/');
    foreign ||= FOREIGN.test(name);
    opc ||= PACKAGE.test(name);
  }
  return mayBeWorkbook || (!foreign && (opc || !whole)) ? 'xlsx' : null;
}

/** Whether a ZIP archive is an OpenDocument spreadsheet, or a template of one, by its entry `mimetype`. */
export function isOpenSpreadsheet(head: Buffer): boolean {
  for (const { name, data } of entries(head))
    if (name === 'mimetype') return OPEN_SPREADSHEET.test(head.toString('latin1', data, data + TYPE_BYTES));
  return false;
}

/**
 * Entries by their local headers, one after the other as far as the bytes reach: name in lower case and with
 * forward slashes, offset of the data.
 */
function* entries(head: Buffer): Generator<{ name: string; data: number }> {
  let at = 0;
  while (at >= 0 && at + HEADER_BYTES <= head.length && head.subarray(at, at + 4).equals(SIGNATURE)) {
    const nameLength = head.readUInt16LE(at + 26);
    const data = at + HEADER_BYTES + nameLength + head.readUInt16LE(at + 28);
    const name = head.toString('latin1', at + HEADER_BYTES, at + HEADER_BYTES + nameLength);
    yield { name: name.toLowerCase().replaceAll('\\', '/'), data };
    const size = head.readUInt32LE(at + 18);
    const sizeUnknown =
      size === zip64Size || (size === 0 && (head.readUInt16LE(at + 6) & sizesFollowFlag) !== 0);
    at = sizeUnknown ? head.indexOf(SIGNATURE, data) : data + size;
  }
}
