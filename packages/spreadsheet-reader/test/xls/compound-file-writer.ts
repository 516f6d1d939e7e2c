const sectorBytes = 512;
const perSector = sectorBytes / 4;
const miniSectorBytes = 64;
const miniCutoffBytes = 4096;
const freeSector = -1;
const endOfChain = -2;
const fatSector = -3;
const difatSector = -4;

/** Writes a compound file with these streams in its root storage ([MS-CFB]), for tests. */
export function writeCompoundFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const fat: number[] = [];
  const add = (data: Buffer): number => {
    const start = fat.length;
    const count = Math.ceil(data.length / sectorBytes);
    for (let i = 0; i < count; i++) fat.push(i + 1 < count ? start + i + 1 : endOfChain);
    parts.push(data, Buffer.alloc(count * sectorBytes - data.length));
    return count > 0 ? start : endOfChain;
  };

  const mini: Buffer[] = [];
  const miniFat: number[] = [];
  const entries = Object.entries(streams).map(([name, data]) => {
    if (data.length >= miniCutoffBytes) return { name, kind: 2, start: add(data), byteSize: data.length };
    const start = miniFat.length;
    const count = Math.ceil(data.length / miniSectorBytes);
    for (let i = 0; i < count; i++) miniFat.push(i + 1 < count ? start + i + 1 : endOfChain);
    mini.push(data, Buffer.alloc(count * miniSectorBytes - data.length));
    return { name, kind: 2, start, byteSize: data.length };
  });
  const container = Buffer.concat(mini);
  const root = { name: 'Root Entry', kind: 5, start: add(container), byteSize: container.length };
  const miniTable = add(int32s(miniFat, Math.ceil(miniFat.length / perSector) * perSector));
  const directory = add(
    Buffer.concat([root, ...entries].map((entry, i) => directoryEntry(entry, i, entries.length))),
  );
  return Buffer.concat([header(fat, { directory, miniTable }), ...parts, ...tables(fat)]);
}

/**
 * Places of table sectors behind everything else; the tables describe themselves, so their number is found by
 * trying.
 */
function placeTables(dataSectors: number): { fatCount: number; difatCount: number } {
  for (let fatCount = 1; ; fatCount++) {
    const difatCount = Math.max(0, Math.ceil((fatCount - 109) / (perSector - 1)));
    if (fatCount * perSector >= dataSectors + fatCount + difatCount) return { fatCount, difatCount };
  }
}

function tables(fat: readonly number[]): Buffer[] {
  const { fatCount, difatCount } = placeTables(fat.length);
  const all = [
    ...fat,
    ...Array<number>(fatCount).fill(fatSector),
    ...Array<number>(difatCount).fill(difatSector),
  ];
  const difat = Array.from({ length: difatCount }, (_, k) => {
    const listed = Array.from({ length: perSector - 1 }, (__, i) => 109 + k * (perSector - 1) + i);
    const places = listed.map((i) => (i < fatCount ? fat.length + i : freeSector));
    return int32s([...places, k + 1 < difatCount ? fat.length + fatCount + k + 1 : endOfChain], perSector);
  });
  return [int32s(all, fatCount * perSector), ...difat];
}

function header(
  fat: readonly number[],
  { directory, miniTable }: { directory: number; miniTable: number },
): Buffer {
  const { fatCount, difatCount } = placeTables(fat.length);
  const bytes = Buffer.alloc(sectorBytes);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(fatCount, 44);
  bytes.writeInt32LE(directory, 48);
  bytes.writeUInt32LE(miniCutoffBytes, 56);
  bytes.writeInt32LE(miniTable, 60);
  bytes.writeInt32LE(difatCount > 0 ? fat.length + fatCount : endOfChain, 68);
  bytes.writeUInt32LE(difatCount, 72);
  for (let i = 0; i < 109; i++) bytes.writeInt32LE(i < fatCount ? fat.length + i : freeSector, 76 + i * 4);
  return bytes;
}

function directoryEntry(
  { name, kind, start, byteSize }: { name: string; kind: number; start: number; byteSize: number },
  index: number,
  streamCount: number,
): Buffer {
  const bytes = Buffer.alloc(128);
  const nameBytes = bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(nameBytes + 2, 64);
  bytes[66] = kind;
  bytes[67] = 1;
  bytes.writeInt32LE(-1, 68);
  bytes.writeInt32LE(index > 0 && index < streamCount ? index + 1 : -1, 72);
  bytes.writeInt32LE(index === 0 && streamCount > 0 ? 1 : -1, 76);
  bytes.writeInt32LE(start, 116);
  bytes.writeUInt32LE(byteSize, 120);
  return bytes;
}

function int32s(values: readonly number[], length: number): Buffer {
  const bytes = Buffer.alloc(length * 4, 0xff);
  for (const [i, value] of values.entries()) bytes.writeInt32LE(value, i * 4);
  return bytes;
}
