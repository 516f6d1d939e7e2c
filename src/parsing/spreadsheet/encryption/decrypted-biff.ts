import { type ByteStream } from '../xls/byte-stream';
import { createRecordCursor, recordHeadBytes } from '../xls/record-cursor';
import { RecordType } from '../xls/record-type';
import { encryptedWorkbook } from '../xls/xls-error';
import { openBiffEncryption, type BlockKey } from './biff-encryption';
import { rc4Keystream } from './rc4';

/** FILEPASS stands behind BOF and at most one other record. */
const recordsBeforeMax = 2;
const blockBytes = 1024;
/** How far apart the places are from which a read may walk to the records that it wants. */
const markBytes = 16 * 1024;
const removedRecord = 0;
/** BOF, FILEPASS, USREXCL, FILELOCK, INTERFACEHDR, RRDINFO and RRDHEAD, which are plain ([MS-XLS] 2.2.10). */
const PLAIN = new Set<number>([RecordType.bof, RecordType.filePass, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** A sheet's place in front of its name is plain too. */
const plainSheetBytes = 4;

/**
 * A workbook stream without the default password, where it has that; decrypted where it is read. A stream that is not
 * encrypted comes back as it is.
 *
 * @throws WorkbookError `encrypted` for other passwords, and for ciphers that are not known
 */
export function decryptBiff(stream: ByteStream): ByteStream {
  const filePass = findFilePass(stream);
  if (filePass === null) return stream;
  const key = openBiffEncryption(filePass);
  if (key === null) throw encryptedWorkbook();
  const marks = markRecords(stream);
  const combine = createCombiner(key);
  return {
    byteSize: stream.byteSize,
    complete: stream.complete,
    read(target, position) {
      const start = marks[Math.floor(position / markBytes)];
      if (start === undefined || position >= stream.byteSize) return 0;
      const bytes = Buffer.allocUnsafe(position - start + target.length);
      const filled = bytes.subarray(0, stream.read(bytes, start));
      decryptRecords(filled, start, combine);
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

/** For every stretch of a stream the last record that begins at or before its start. */
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

/** Decrypts the records in place that begin with these bytes, which begin at `start` of the stream. */
function decryptRecords(bytes: Buffer, start: number, combine: ReturnType<typeof createCombiner>): void {
  for (let at = 0; at + recordHeadBytes <= bytes.length;) {
    const type = bytes.readUInt16LE(at);
    const data = at + recordHeadBytes;
    const end = data + bytes.readUInt16LE(at + 2);
    if (type === RecordType.filePass) bytes.writeUInt16LE(removedRecord, at);
    if (!PLAIN.has(type)) {
      const from = type === RecordType.boundSheet ? data + plainSheetBytes : data;
      combine(bytes, from, Math.min(end, bytes.length), start);
    }
    at = end;
  }
}

/** Applies the keystream of a stream's blocks to bytes in place; `start` is where the bytes begin in the stream. */
function createCombiner(key: BlockKey): (bytes: Buffer, from: number, to: number, start: number) => void {
  let block = -1;
  let keystream: Buffer = Buffer.alloc(0);
  return (bytes, from, to, start) => {
    for (let at = from; at < to;) {
      const offset = (start + at) % blockBytes;
      const needed = (start + at - offset) / blockBytes;
      if (needed !== block) {
        block = needed;
        keystream = rc4Keystream(key(block), blockBytes);
      }
      const end = Math.min(to, at - offset + blockBytes);
      for (let i = offset; at < end; at++, i++) bytes[at]! ^= keystream[i]!;
    }
  };
}
