/** Sizes and marks of an OLE compound file of version 3 ([MS-CFB] 2.2). */
const sectorBytes = 512;
const marksPerSector = sectorBytes / 4;
const headerMarks = 109;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;

/** Sectors of the allocation table and of the table of its sectors, which both count themselves. */
function tableSizes(contentSectors: number): { fat: number; difat: number } {
  let fat = 0;
  let difat = 0;
  for (;;) {
    const needed = Math.ceil((contentSectors + fat + difat) / marksPerSector);
    const needMore = Math.ceil(Math.max(0, needed - headerMarks) / (marksPerSector - 1));
    if (needed === fat && needMore === difat) return { fat, difat };
    fat = needed;
    difat = needMore;
  }
}

function directoryEntry(name: string, kind: 1 | 2 | 5, child: number, start: number, bytes: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = kind;
  entry[67] = 1;
  entry.writeUInt32LE(FREE, 68);
  entry.writeUInt32LE(FREE, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(start, 116);
  entry.writeUInt32LE(bytes, 120);
  return entry;
}

function header(fat: number, difat: number, directory: number, firstFat: number): Buffer {
  const head = Buffer.alloc(sectorBytes);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head);
  head.writeUInt16LE(0x003e, 24);
  head.writeUInt16LE(3, 26);
  head.writeUInt16LE(0xfffe, 28);
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(fat, 44);
  head.writeUInt32LE(directory, 48);
  head.writeUInt32LE(4096, 56);
  head.writeUInt32LE(END, 60);
  head.writeUInt32LE(difat === 0 ? END : firstFat + fat, 68);
  head.writeUInt32LE(difat, 72);
  for (let at = 0; at < headerMarks; at++) head.writeUInt32LE(at < fat ? firstFat + at : FREE, 76 + 4 * at);
  return head;
}

/**
 * Packs one stream of at least 4,096 bytes into a compound file: header, the stream, its directory, the
 * allocation table, and the table of that table's sectors where the header has no room for them (from 6.8 MB
 * on).
 */
export function compoundFile(streamName: string, stream: Buffer): Buffer[] {
  const streamSectors = Math.ceil(stream.length / sectorBytes);
  const directory = streamSectors;
  const firstFat = directory + 1;
  const { fat, difat } = tableSizes(streamSectors + 1);

  const table = Buffer.alloc(fat * sectorBytes, 0xff);
  const mark = (sector: number, value: number) => table.writeUInt32LE(value, sector * 4);
  for (let sector = 0; sector < streamSectors; sector++)
    mark(sector, sector + 1 === streamSectors ? END : sector + 1);
  mark(directory, END);
  for (let at = 0; at < fat; at++) mark(firstFat + at, FAT_SECTOR);
  for (let at = 0; at < difat; at++) mark(firstFat + fat + at, DIFAT_SECTOR);

  const more = Buffer.alloc(difat * sectorBytes, 0xff);
  for (let at = headerMarks; at < fat; at++) {
    const place = at - headerMarks;
    const sector = Math.floor(place / (marksPerSector - 1));
    more.writeUInt32LE(firstFat + at, sector * sectorBytes + (place % (marksPerSector - 1)) * 4);
  }
  for (let at = 0; at < difat; at++) {
    more.writeUInt32LE(at + 1 === difat ? END : firstFat + fat + at + 1, (at + 1) * sectorBytes - 4);
  }

  const entries = Buffer.concat([
    directoryEntry('Root Entry', 5, 1, END, 0),
    directoryEntry(streamName, 2, FREE, 0, stream.length),
    Buffer.alloc(256),
  ]);
  const padding = Buffer.alloc(streamSectors * sectorBytes - stream.length);
  return [header(fat, difat, directory, firstFat), stream, padding, entries, table, more];
}
