import {
  declaredCharset,
  decodeText,
  IMAGE_HEAD_BYTES,
  imageType,
  isCompoundFile,
  isZip,
  openSourceFile,
} from 'spreadsheet-reader/toolkit';
import { sniffBytes, sniffSpreadsheet } from 'spreadsheet-reader';
import { DocumentError, withDocumentErrors } from '../document-error';
import { compoundKind } from './compound-kind';
import { FILE_KINDS, type FileKind } from './file-kind';
import { holdsSecondMessage } from './mailbox';
import { isMail, type KindHints, textKind } from './text-kind';
import { zipKind } from './zip-kind';

/** Bytes searched for the PDF signature; mail programs and printers write headers before it. */
const pdfMarkBytesMax = 1_024;
const PDF_MARK = '%PDF-';
const signatureBytes = 32;
/** Media types of recordings; some containers are not registered under audio or video. */
const RECORDINGS = /^(?:audio|video)\/|^application\/(?:mxf|ogg|vnd\.ms-asf|x-ft-windows-media)/;

/**
 * Detects the kind of a file by its content; the hints only break ties.
 *
 * @throws DocumentError `empty`, `encrypted`, `unsupported` for a kind that is not known, and `corrupt` or
 *   `too_large` for an archive that cannot be opened; errors of the file system unchanged
 */
export async function sniffFile(path: string, hints: KindHints): Promise<FileKind> {
  return withDocumentErrors(() => kindByContent(path, hints));
}

async function kindByContent(path: string, hints: KindHints): Promise<FileKind> {
  const file = openSourceFile(path);
  try {
    if (file.byteSize === 0) throw new DocumentError('empty', 'The file is empty.');
    const bytes = Buffer.alloc(Math.min(file.byteSize, sniffBytes));
    const head = bytes.subarray(0, file.read(bytes, 0));
    if (isZip(head)) return zipKind(path);
    if (isCompoundFile(head)) return compoundKind(file);
    if (head.subarray(0, pdfMarkBytesMax).includes(PDF_MARK)) return FILE_KINDS.pdf;
    const whole = file.byteSize <= head.length;
    const binary = beginsLikeText(head) ? null : await binaryKind(head);
    if (binary !== null) return binary;
    const text = textOf(head, whole);
    if (text === null) return (await binaryKind(head)) ?? oldWorkbookKind(head, file.byteSize);
    if (text.trim() === '' && whole)
      throw new DocumentError('empty', 'The file holds nothing but white space.');
    const kind = textKind(text, whole, hints);
    if (kind === FILE_KINDS.eml && text.startsWith('From ') && holdsSecondMessage(file))
      return FILE_KINDS.mbox;
    return kind;
  } finally {
    file.close();
  }
}

/**
 * Whether the head is text. Two letters may look like an image signature, but binary files soon have other
 * bytes; the byte order mark of UTF-16 looks like MPEG audio.
 */
function beginsLikeText(head: Buffer): boolean {
  const declared = declaredCharset(head);
  if (declared !== null && (declared.markBytes > 0 || declared.charset.startsWith('iso-2022-'))) return true;
  return head.subarray(0, signatureBytes).every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Kind of a workbook older than compound files. */
function oldWorkbookKind(head: Buffer, byteSize: number): FileKind {
  if (sniffSpreadsheet(head, byteSize) !== null) return FILE_KINDS.xls;
  throw new DocumentError('unsupported', 'The file is of a type that is not read.');
}

/**
 * Text of the head. E-mail is let through, which the text detection of spreadsheets refuses; its parts may
 * hold any bytes.
 */
function textOf(head: Buffer, whole: boolean): string | null {
  const text = decodeText(head, whole);
  if (text !== null) return text;
  const start = head.toString('latin1');
  return start.startsWith('{\\rtf') || isMail(start) ? start : null;
}

async function binaryKind(head: Buffer): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  // Detection fails by reading past the end of a truncated file.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined) return pictureKind(head);
  if (found.mime === 'application/xml') return null;
  if (RECORDINGS.test(found.mime)) {
    return { family: 'recording', fileType: found.ext, contentType: found.mime };
  }
  if (found.mime.startsWith('image/') && !found.mime.includes('svg')) {
    return { family: 'image', fileType: found.ext, contentType: found.mime };
  }
  return null;
}

/** Kind of an image whose directory lies beyond the head, as in TIFF. */
function pictureKind(head: Buffer): FileKind | null {
  const contentType = imageType(head.subarray(0, IMAGE_HEAD_BYTES));
  if (!contentType.startsWith('image/') || contentType.includes('svg')) return null;
  const name = contentType.slice('image/'.length);
  return { family: 'image', fileType: name === 'tiff' ? 'tif' : name, contentType };
}
