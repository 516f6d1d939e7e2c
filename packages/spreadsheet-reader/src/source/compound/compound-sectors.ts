import { type SourceFile } from '../source-file';
import { type ByteStream, type Extent, extentStream } from '../byte-stream';
import { damagedCompoundFile } from './compound-error';

/** Sectors of a compound file and their allocation table. */
export interface CompoundSectors {
  /** Extents of a chain of sectors; `complete` is false where the chain ends before `byteSize`. */
  extents(start: number, byteSize: number): { extents: Extent[]; complete: boolean };
  /** Stream of a chain; `byteSize` Infinity takes all of it. */
  stream(start: number, byteSize: number): ByteStream;
}

const headerListed = 109;
const miniSectorBytes = 64;

/** Reads the allocation table that the header refers to. */
export function openSectors(file: SourceFile, header: Buffer): CompoundSectors {
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damagedCompoundFile('it has an unknown sector size');
  const sectorBytes = 1 << shift;
  const sectorCount = Math.max(0, Math.ceil(file.byteSize / sectorBytes) - 1);
  const table = readTable(file, header, sectorBytes, sectorCount);

  function extents(start: number, byteSize: number): { extents: Extent[]; complete: boolean } {
    const found: Extent[] = [];
    let left = byteSize;
    const seen = new Uint8Array(sectorCount);
    for (let sector = start; sector >= 0 && sector < sectorCount && left > 0; sector = table[sector]!) {
      if (seen[sector] === 1) throw damagedCompoundFile('a chain of sectors runs in a circle');
      seen[sector] = 1;
      const filePosition = (sector + 1) * sectorBytes;
      const size = Math.min(sectorBytes, left, file.byteSize - filePosition);
      append(found, filePosition, size);
      left -= size;
    }
    return { extents: found, complete: byteSize === Infinity || left === 0 };
  }

  return {
    extents,
    stream(start, byteSize) {
      const chain = extents(start, byteSize);
      return extentStream(file, chain.extents, chain.complete);
    },
  };
}

function append(extents: Extent[], filePosition: number, byteSize: number): void {
  const last = extents.at(-1);
  if (last && last.filePosition + last.byteSize === filePosition) last.byteSize += byteSize;
  else extents.push({ filePosition, byteSize });
}

/**
 * Next sector of each sector, -1 where the table has no entry. Only as much is read as a file of this size
 * can need.
 */
function readTable(file: SourceFile, header: Buffer, sectorBytes: number, sectorCount: number): Int32Array {
  const perSector = sectorBytes / 4;
  const needed = Math.ceil(sectorCount / perSector);
  const table = new Int32Array(needed * perSector).fill(-1);
  const bytes = Buffer.alloc(sectorBytes);
  let index = 0;
  for (const sector of tableSectors(file, header, sectorBytes, sectorCount)) {
    if (index === needed) break;
    const length = file.read(bytes, (sector + 1) * sectorBytes) >> 2;
    for (let i = 0; i < length; i++) table[index * perSector + i] = bytes.readInt32LE(i * 4);
    index++;
  }
  return table;
}

function* tableSectors(
  file: SourceFile,
  header: Buffer,
  sectorBytes: number,
  sectorCount: number,
): Generator<number> {
  for (let i = 0; i < headerListed; i++) {
    const sector = header.readInt32LE(76 + i * 4);
    if (sector >= 0 && sector < sectorCount) yield sector;
  }
  const list = Buffer.alloc(sectorBytes);
  let next = header.readInt32LE(68);
  for (let read = 0; next >= 0 && next < sectorCount; read++) {
    if (read > sectorCount) throw damagedCompoundFile('its list of tables runs in a circle');
    if (file.read(list, (next + 1) * sectorBytes) < sectorBytes) return;
    for (let at = 0; at < sectorBytes - 4; at += 4) {
      const sector = list.readInt32LE(at);
      if (sector >= 0 && sector < sectorCount) yield sector;
    }
    next = list.readInt32LE(sectorBytes - 4);
  }
}

/**
 * Extents of a stream below the cutoff: mini sectors of 64 bytes, chained by their own table, within the
 * root's stream.
 *
 * @param table chain of the mini sector table
 * @param container extents of the root's stream
 */
export function miniExtents(
  table: ByteStream,
  container: readonly Extent[],
  start: number,
  byteSize: number,
): { extents: Extent[]; complete: boolean } {
  const links = Buffer.alloc(table.byteSize);
  const count = table.read(links, 0) >> 2;
  const found: Extent[] = [];
  let left = byteSize;
  const seen = new Set<number>();
  for (
    let sector = start;
    sector >= 0 && left > 0;
    sector = sector < count ? links.readInt32LE(sector * 4) : -1
  ) {
    if (seen.has(sector)) throw damagedCompoundFile('a chain of small sectors runs in a circle');
    seen.add(sector);
    const place = locate(container, sector * miniSectorBytes);
    if (!place) break;
    const size = Math.min(miniSectorBytes, left, place.byteSize);
    append(found, place.filePosition, size);
    left -= size;
  }
  return { extents: found, complete: left === 0 };
}

function locate(container: readonly Extent[], position: number): Extent | null {
  let start = 0;
  for (const { filePosition, byteSize } of container) {
    const offset = position - start;
    if (offset < byteSize) return { filePosition: filePosition + offset, byteSize: byteSize - offset };
    start += byteSize;
  }
  return null;
}
