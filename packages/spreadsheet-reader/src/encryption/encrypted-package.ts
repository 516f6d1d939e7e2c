import { openSourceFile, type SourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { type ByteStream } from '../source/byte-stream';
import { isCompoundFile, openCompoundFile, type CompoundFile } from '../source/compound/compound-file';
import { encryptedWorkbook } from './encrypted-workbook';
import { openAgileEncryption } from './agile-encryption';
import { segmentBytes, type PackageCipher } from './package-cipher';
import { openStandardEncryption } from './standard-encryption';

/**
 * Bytes of an encryption description at most; it has 200 bytes to some KB, also for certificates that open
 * the file.
 */
const infoBytesMax = 256 * 1024;
const infoHeadBytes = 8;
/** Bytes of the package's length, which precedes it. */
const sizeBytes = 8;

/**
 * Opens the document in a file that is encrypted with the default password, with which Excel opens it without
 * asking. It is decrypted while it is read, so that it takes neither memory nor disk. Null for a file that is
 * no encrypted package.
 *
 * @throws SourceError `encrypted` for other passwords and for unknown ciphers, `corrupt` also for a package
 *   that does not match its checksum
 */
export function openEncryptedPackage(path: string): SourceFile | null {
  const file = openSourceFile(path);
  try {
    const container = isCompoundFile(file) ? openCompoundFile(file) : null;
    if (container !== null && isPackage(container)) return intactPackage(file, container);
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return null;
}

function isPackage({ rootNames }: CompoundFile): boolean {
  return rootNames.has('encryptedpackage') && !rootNames.has('workbook') && !rootNames.has('book');
}

function intactPackage(file: SourceFile, container: CompoundFile): SourceFile {
  const { cipher, content } = openPackage(container);
  const source = decrypted(file, cipher, content);
  if (cipher.isIntact?.(content) === false) throw damaged('its content does not fit its checksum');
  return source;
}

/**
 * Decrypts the package of an open compound file, for type detection: its checksum is not compared. Closing
 * the result closes the file.
 *
 * @throws SourceError `encrypted`, `corrupt`
 */
export function decryptPackage(file: SourceFile, container: CompoundFile): SourceFile {
  const { cipher, content } = openPackage(container);
  return decrypted(file, cipher, content);
}

function openPackage(container: CompoundFile): { cipher: PackageCipher; content: ByteStream } {
  const info = container.stream('encryptioninfo');
  const content = container.stream('encryptedpackage');
  const cipher = info && openCipher(info);
  if (!cipher || !content) throw encryptedWorkbook();
  return { cipher, content };
}

function decrypted(file: SourceFile, cipher: PackageCipher, content: ByteStream): SourceFile {
  const size = Buffer.alloc(sizeBytes);
  if (content.read(size, 0) < sizeBytes) throw damaged('its encrypted package is empty');
  // Some writers leave the upper half of the size undefined; no compound file read here has 4 GB.
  const byteSize = size.readUInt32LE(0);
  if (byteSize > content.byteSize - sizeBytes) throw damaged('its encrypted package ends early');
  return {
    byteSize,
    read: (target, position) => readDecrypted(content, cipher, target, position, byteSize),
    close: () => {
      file.close();
    },
  };
}

function damaged(reason: string): SourceError {
  return new SourceError('corrupt', `The encrypted workbook is damaged or incomplete: ${reason}.`);
}

function openCipher(stream: ByteStream): PackageCipher | null {
  if (stream.byteSize < infoHeadBytes || stream.byteSize > infoBytesMax) return null;
  const info = Buffer.alloc(stream.byteSize);
  stream.read(info, 0);
  const major = info.readUInt16LE(0);
  const minor = info.readUInt16LE(2);
  if (major === 4 && minor === 4) return openAgileEncryption(info.toString('utf8', infoHeadBytes));
  if (major >= 2 && major <= 4 && minor === 2) return openStandardEncryption(info);
  return null;
}

function readDecrypted(
  content: ByteStream,
  cipher: PackageCipher,
  target: Buffer,
  position: number,
  byteSize: number,
): number {
  const wanted = Math.max(0, Math.min(target.length, byteSize - position));
  const first = Math.floor(position / segmentBytes);
  const end = Math.ceil((position + wanted) / segmentBytes);
  const encrypted = Buffer.allocUnsafe(wanted === 0 ? 0 : (end - first) * segmentBytes);
  const filled = content.read(encrypted, sizeBytes + first * segmentBytes);
  let done = 0;
  for (let index = first; index < end && done < wanted; index++) {
    const from = (index - first) * segmentBytes;
    const plain = cipher.decryptSegment(
      encrypted.subarray(from, Math.min(from + segmentBytes, filled)),
      index,
    );
    const offset = position + done - index * segmentBytes;
    const count = Math.min(plain.length - offset, wanted - done);
    if (count <= 0) break;
    plain.copy(target, done, offset, offset + count);
    done += count;
  }
  return done;
}
