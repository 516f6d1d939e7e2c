import { type ByteStream } from '../byte-stream';
import { damagedCompoundFile } from './compound-error';

/** An entry of a compound file's directory ([MS-CFB] 2.6). */
export interface DirectoryEntry {
  /** Name in lower case; names are compared without case. */
  name: string;
  kind: 'root' | 'storage' | 'stream' | 'unused';
  left: number;
  right: number;
  child: number;
  /** First sector of the stream. */
  start: number;
  byteSize: number;
}

const entryBytes = 128;
const directoryBytesMax = 16 * 1024 * 1024;
const KINDS: Readonly<Record<number, DirectoryEntry['kind']>> = { 1: 'storage', 2: 'stream', 5: 'root' };

/** Reads all entries in file order, by which they refer to each other. */
export function readDirectory(stream: ByteStream): DirectoryEntry[] {
  if (stream.byteSize > directoryBytesMax)
    throw damagedCompoundFile('its directory is larger than any real one');
  const bytes = Buffer.alloc(stream.byteSize);
  const length = stream.read(bytes, 0);
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + entryBytes <= length; at += entryBytes) {
    const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64);
    entries.push({
      name: bytes.toString('utf16le', at, at + Math.max(0, nameBytes - 2)).toLowerCase(),
      kind: KINDS[bytes[at + 66]!] ?? 'unused',
      left: bytes.readInt32LE(at + 68),
      right: bytes.readInt32LE(at + 72),
      child: bytes.readInt32LE(at + 76),
      start: bytes.readInt32LE(at + 116),
      byteSize: bytes.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** Streams and storages directly under the root; each once, even where the tree has loops. */
export function rootStreams(entries: readonly DirectoryEntry[]): DirectoryEntry[] {
  const found: DirectoryEntry[] = [];
  const seen = new Set<number>();
  const waiting = [entries.find(({ kind }) => kind === 'root')?.child ?? -1];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}
