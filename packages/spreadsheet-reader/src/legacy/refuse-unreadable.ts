import { openSourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { fileStream } from '../source/byte-stream';
import { createRecordCursor } from '../xls/record-cursor';
import { RecordType } from '../xls/record-type';
import { encryptedWorkbook } from '../encryption/encrypted-workbook';

const declarationBytesMax = 64 * 1024;

/**
 * Refuses files that the child process would fail on without a specific error, or must not be given.
 *
 * @throws SourceError `encrypted` for an old BIFF with a password, `unsupported` for XML that declares
 *   entities
 */
export function refuseUnreadable(path: string): void {
  const file = openSourceFile(path);
  try {
    const head = Buffer.alloc(Math.min(file.byteSize, declarationBytesMax));
    file.read(head, 0);
    if (head[0] === 0x09) {
      const cursor = createRecordCursor(fileStream(file));
      while (cursor.next()) if (cursor.type === RecordType.filePass) throw encryptedWorkbook();
    } else if (/<!ENTITY/i.test(head.toString('latin1').replaceAll('\0', ''))) {
      throw new SourceError(
        'unsupported',
        'The file declares XML entities, which no spreadsheet program does.',
      );
    }
  } finally {
    file.close();
  }
}
