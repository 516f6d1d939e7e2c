import { type ByteStream } from '../source/byte-stream';
import { createRecordCursor, recordHeadBytes } from '../xls/record-cursor';
import { RecordType } from '../xls/record-type';
import { encryptedWorkbook } from './encrypted-workbook';
import { type BiffCipher } from './biff-cipher';
import { openBiffEncryption } from './biff-encryption';

/** Records before FILEPASS at most: BOF and one other. */
const recordsBeforeMax = 2;
/** Distance of the marks from which a read searches for its records. */
const markBytes = 16 * 1024;
const removedRecord = 0;
/**
 * Record types that are not encrypted: BOF, FILEPASS, USREXCL, FILELOCK, INTERFACEHDR, RRDINFO and RRDHEAD
 * ([MS-XLS] 2.2.10).
 */
const PLAIN = new Set<number>([RecordType.bof, RecordType.filePass, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** Bytes of a sheet's position before its name, which are not encrypted either. */
const plainSheetBytes = 4;

/**
 * Decrypts a workbook stream that has the default password, while it is read. An unencrypted stream is
 * returned unchanged.
 *
 * @throws SourceError `encrypted` for other passwords and for unknown ciphers
 */
export function decryptBiff(stream: ByteStream): ByteStream {
  const filePass = findFilePass(stream);
  if (filePass === null) return stream;
  const decrypt = openBiffEncryption(filePass);
  if (decrypt === null) throw encryptedWorkbook();
  const marks = markRecords(stream);
  return {
    byteSize: stream.byteSize,
    complete: stream.complete,
    read(target, position) {
      const start = marks[Math.floor(position / markBytes)];
      if (start === undefined || position >= stream.byteSize) return 0;
      const bytes = Buffer.allocUnsafe(position - start + target.length);
      const filled = bytes.subarray(0, stream.read(bytes, start));
      decryptRecords(filled, start, decrypt);
      return filled.copy(target, 0, Math.min(position - start, filled.length));
    },
  };
}

function findFilePass(stream: ByteStream): Buffer | null {
  const cursor = createRecordCursor(stream);
  for (let record = 0; record <= recordsBeforeMax && cursor.next(); record++) {
    if (cursor.type === RecordType.filePass) {
      return Buffer.from(cursor.bytes.subarray(cursor.start, cursor.end));
    }
  }
  return null;
}

/** For each interval of `markBytes`, the last record that begins at or before its start. */
function markRecords(stream: ByteStream): number[] {
  const marks: number[] = [];
  const cursor = createRecordCursor(stream);
  let last = 0;
  while (cursor.next()) {
    const position = cursor.position();
    while (marks.length * markBytes < position) marks.push(last);
    last = position;
  }
  while (marks.length * markBytes < stream.byteSize) marks.push(last);
  return marks;
}

/** Decrypts in place the records that begin in these bytes, which begin at `start` of the stream. */
function decryptRecords(bytes: Buffer, start: number, decrypt: BiffCipher): void {
  for (let at = 0; at + recordHeadBytes <= bytes.length;) {
    const type = bytes.readUInt16LE(at);
    const data = at + recordHeadBytes;
    const end = data + bytes.readUInt16LE(at + 2);
    if (type === RecordType.filePass) bytes.writeUInt16LE(removedRecord, at);
    if (!PLAIN.has(type)) {
      const from = type === RecordType.boundSheet ? data + plainSheetBytes : data;
      decrypt(bytes, from, Math.min(end, bytes.length), start, end - data);
    }
    at = end;
  }
}
