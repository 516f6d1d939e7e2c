const SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const sizesFollowFlag = 8;
const zip64Size = 0xffffffff;
/** First entries of archives of other kinds: documents, OpenDocument, EPUB, Java, Android. */
const FOREIGN =
  /^(?:word|ppt|visio|meta-inf|index|theme)\/|^(?:mimetype|androidmanifest\.xml|classes\.dex|index\.zip)$/;
const PACKAGE = /^(?:\[content_types\]\.xml|_rels\/|docprops\/|customxml\/)/;

/** Whether bytes begin like a ZIP archive with at least one entry. */
export function isZip(head: Buffer): boolean {
  return head.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Whether a ZIP archive may be an XLSX or XLSM workbook, by the visible entry names. XLSB is not one.
 *
 * @param whole whether the head is the whole archive
 */
export function mayBeWorkbook(head: Buffer, whole: boolean): boolean {
  let foreign = false;
  let opc = false;
  for (const name of entryNames(head)) {
    if (/^xl\/(?:workbook|worksheets\/[^/]*)\.bin$/.test(name)) return false;
    if (name.startsWith('xl/')) return true;
    foreign ||= FOREIGN.test(name);
    opc ||= PACKAGE.test(name);
  }
  return !foreign && (opc || !whole);
}

/**
 * Entry names in local headers, in lower case and with forward slashes, one after the other as far as the
 * bytes reach.
 */
function* entryNames(head: Buffer): Generator<string> {
  let at = 0;
  while (at >= 0 && at + 30 <= head.length && head.subarray(at, at + 4).equals(SIGNATURE)) {
    const nameLength = head.readUInt16LE(at + 26);
    const data = at + 30 + nameLength + head.readUInt16LE(at + 28);
    yield head
      .toString('latin1', at + 30, at + 30 + nameLength)
      .toLowerCase()
      .replaceAll('\\', '/');
    const size = head.readUInt32LE(at + 18);
    const sizeUnknown =
      size === zip64Size || (size === 0 && (head.readUInt16LE(at + 6) & sizesFollowFlag) !== 0);
    at = sizeUnknown ? head.indexOf(SIGNATURE, data) : data + size;
  }
}
