import { sniffBytes, sniffSpreadsheet } from 'spreadsheet-reader';
import { beginsLikeJson, openSourceFile } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../document-error';
import { FILE_KINDS, type FileKind } from './file-kind';
import { namedKind } from './named-kind';
import { isMail } from './text-kind';

/**
 * Kind of a text that the caller passed as a text, in UTF-8: its name decides, not its content; plain text by
 * default.
 *
 * @param mayBeJson whether a text without a known extension is JSON where it can be
 * @throws DocumentError `empty`
 */
export function givenTextKind(
  path: string,
  filename: string,
  { mayBeJson = false }: { mayBeJson?: boolean } = {},
): FileKind {
  const file = openSourceFile(path);
  try {
    const bytes = Buffer.alloc(Math.min(file.byteSize, sniffBytes));
    const head = bytes.subarray(0, file.read(bytes, 0));
    const whole = file.byteSize <= head.length;
    const text = head.toString('utf8');
    if (whole && text.trim() === '')
      throw new DocumentError('empty', 'The text holds nothing but white space.');
    const named = namedKind(filename) ?? FILE_KINDS.txt;
    // These readers would refuse other text, or misread its first lines.
    if (named.family === 'spreadsheet' && !readsAsRows(head, file.byteSize)) return FILE_KINDS.txt;
    if (named === FILE_KINDS.eml && !isMail(text)) return FILE_KINDS.txt;
    if (named === FILE_KINDS.rtf && !text.startsWith('{\\rtf')) return FILE_KINDS.txt;
    if (named === FILE_KINDS.ipynb && !beginsLikeJson(text, whole)) return FILE_KINDS.txt;
    if (named === FILE_KINDS.txt && mayBeJson && beginsLikeJson(text, whole)) return FILE_KINDS.json;
    return named;
  } finally {
    file.close();
  }
}

/** The spreadsheet reader detects the type by the bytes. */
function readsAsRows(head: Buffer, byteSize: number): boolean {
  const type = sniffSpreadsheet(head, byteSize);
  return type === 'csv' || type === 'tsv';
}
