import { decodeAll } from 'spreadsheet-reader/toolkit';
import { damagedOffice } from '../office/compound-stream';
import { type DocFile, type Story } from './doc-file';

const properties = 1;
const pieceTable = 2;
const pieceBytes = 8;
const compressedFlag = 0x4000_0000;
const offsetMask = 0x3fff_ffff;

/** A run of characters that lie behind each other in the main stream. */
export interface Piece extends Story {
  /** Offset of its first character. */
  start: number;
  /** Bytes of a character: 1 in Windows-1252, 2 in UTF-16. */
  width: 1 | 2;
  /** Properties of all of its characters and paragraphs, as a fast save adds them. */
  sprms: Buffer;
}

/** Text of a document, put together from its pieces. */
export interface Pieces {
  /** Pieces with characters of a text, cut to it. */
  within(story: Story): Generator<Piece, undefined>;
  /** Text of a part of a piece. */
  text(piece: Piece, from: number, to: number): string;
}

/**
 * Reads the table of pieces ([MS-DOC] 2.8.35), by which a fast save leaves the text where it was.
 *
 * @throws DocumentError `corrupt` for pieces outside of the file, and for more text than the file has
 */
export function readPieces(file: DocFile): Pieces {
  const { main } = file;
  const pieces = readTable(file);

  function* within({ from, to }: Story): Generator<Piece, undefined> {
    for (let i = firstPiece(pieces, from); i < pieces.length && pieces[i]!.from < to; i++) {
      const piece = pieces[i]!;
      const first = Math.max(from, piece.from);
      yield {
        ...piece,
        from: first,
        to: Math.min(to, piece.to),
        start: piece.start + (first - piece.from) * piece.width,
      };
    }
    return undefined;
  }

  return {
    within,
    text(piece, from, to) {
      const start = piece.start + (from - piece.from) * piece.width;
      const bytes = main.subarray(start, start + (to - from) * piece.width);
      return piece.width === 2 ? bytes.toString('utf16le') : decodeAll(bytes, 'windows-1252');
    },
  };
}

/** Index of the first piece that ends behind a position. */
function firstPiece(pieces: readonly Piece[], position: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.to <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readTable(file: DocFile): Piece[] {
  const { main } = file;
  const { table, grpprls } = findTable(file.structure('pieces'));
  const count = Math.floor((table.length - 4) / (4 + pieceBytes));
  const pieces: Piece[] = [];
  let bytesLeft = main.length;
  for (let i = 0; i < count; i++) {
    const from = table.readUInt32LE(i * 4);
    const to = table.readUInt32LE(i * 4 + 4);
    const at = (count + 1) * 4 + i * pieceBytes;
    const place = table.readUInt32LE(at + 2);
    const width = (place & compressedFlag) !== 0 ? 1 : 2;
    const start = width === 1 ? (place & offsetMask) >>> 1 : place & offsetMask;
    const byteSize = (to - from) * width;
    if (to < from || start + byteSize > main.length || from !== (pieces.at(-1)?.to ?? from))
      throw damagedOffice('a part of its text is not in the file');
    // Pieces share no bytes; a file whose pieces do could show a text of any length.
    bytesLeft -= byteSize;
    if (bytesLeft < 0) throw damagedOffice('it shows more text than it has');
    if (to > from)
      pieces.push({ from, to, start, width, sprms: sprmsOf(table.readUInt16LE(at + 6), grpprls) });
  }
  return pieces;
}

/** The table of pieces, and the properties that its pieces refer to. */
function findTable(bytes: Buffer): { table: Buffer; grpprls: Buffer[] } {
  const grpprls: Buffer[] = [];
  let at = 0;
  while (at + 3 <= bytes.length && bytes[at] === properties) {
    const end = at + 3 + bytes.readUInt16LE(at + 1);
    grpprls.push(bytes.subarray(at + 3, end));
    at = end;
  }
  if (at + 5 > bytes.length || bytes[at] !== pieceTable)
    throw damagedOffice('the table of its text is missing');
  return { table: bytes.subarray(at + 5, at + 5 + bytes.readUInt32LE(at + 1)), grpprls };
}

/** Properties by their short numbers ([MS-DOC] 2.9.214), those that are read. */
const SHORT: Readonly<Record<number, number>> = {
  0x0c: 0x260a,
  0x18: 0x2416,
  0x19: 0x2417,
  0x41: 0x0800,
  0x43: 0x0802,
  0x5c: 0x083c,
};

function sprmsOf(modifier: number, grpprls: readonly Buffer[]): Buffer {
  if ((modifier & 1) !== 0) return grpprls[modifier >> 1] ?? Buffer.alloc(0);
  const sprm = SHORT[(modifier >> 1) & 0x7f];
  if (sprm === undefined) return Buffer.alloc(0);
  return Buffer.from([sprm & 0xff, sprm >> 8, modifier >> 8]);
}
