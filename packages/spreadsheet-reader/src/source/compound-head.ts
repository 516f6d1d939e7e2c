const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const directoryEntryBytes = 128;
const directorySectorsMax = 64;
const WORKBOOK = new Set(['workbook', 'book']);
/**
 * Stream names of other compound files: Word, PowerPoint, Outlook, Visio, Publisher, Hangul, an installer.
 */
const FOREIGN = new Set([
  'worddocument',
  'powerpoint document',
  '__properties_version1.0',
  'visiodocument',
  'quill',
  'fileheader',
  '䡀㼿䕷䑬㭪䗤䠤',
]);

/** Whether bytes begin with the signature of a compound file ([MS-CFB]). */
export function isCompoundFile(head: Buffer): boolean {
  return head.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Type of a compound file by the visible part of its directory, `xls` where that does not decide; null for
 * other documents.
 */
export function sniffCompoundFile(head: Buffer): 'xls' | 'encrypted' | null {
  const { names, complete } = directoryNames(head);
  if (names.some((name) => WORKBOOK.has(name))) return 'xls';
  if (names.includes('encryptedpackage')) return 'encrypted';
  return complete || names.some((name) => FOREIGN.has(name)) ? null : 'xls';
}

function directoryNames(head: Buffer): { names: string[]; complete: boolean } {
  const names: string[] = [];
  if (head.length < 512) return { names, complete: true };
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return { names, complete: true };
  const sectorBytes = 1 << shift;
  let sector = head.readInt32LE(48);
  for (let read = 0; read < directorySectorsMax && sector >= 0; read++) {
    const start = (sector + 1) * sectorBytes;
    if (start + sectorBytes > head.length) return { names, complete: false };
    for (let entry = start; entry < start + sectorBytes; entry += directoryEntryBytes) {
      const nameBytes = Math.min(head.readUInt16LE(entry + 64), 64);
      if (nameBytes > 2) names.push(head.toString('utf16le', entry, entry + nameBytes - 2).toLowerCase());
    }
    sector = nextSector(head, sector, sectorBytes);
  }
  return { names, complete: sector === endOfChain };
}

const endOfChain = -2;
const unseen = -1;

/**
 * Next sector of a chain, by the allocation table sectors that the header lists, as far as they are visible.
 */
function nextSector(head: Buffer, sector: number, sectorBytes: number): number {
  const perSector = sectorBytes / 4;
  const table = Math.floor(sector / perSector);
  if (table >= 109) return unseen;
  const tableSector = head.readInt32LE(76 + table * 4);
  const at = (tableSector + 1) * sectorBytes + (sector % perSector) * 4;
  return tableSector >= 0 && at + 4 <= head.length ? head.readInt32LE(at) : unseen;
}
