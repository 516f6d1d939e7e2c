import { type CompoundFile } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../../document-error';
import { damagedOffice, streamBytes } from '../office/compound-stream';

const wordMark = 0xa5ec;
/** Version of the file format of Word 97, the oldest with these structures. */
const word97 = 0xc0;
const encryptedFlag = 0x0100;
const firstTableFlag = 0x0200;
const headBytes = 32;
/** Positions of the lengths of texts among the 32-bit values ([MS-DOC] 2.5.4). */
const lengthsAt = { main: 3, footnotes: 4, headers: 5, comments: 7, endnotes: 8, textBoxes: 9 } as const;
const macrosAt = 6;
/** Positions of structures in the list of their places ([MS-DOC] 2.5.6). */
const placesAt = {
  styles: 1,
  footnoteMarks: 2,
  footnoteTexts: 3,
  commentMarks: 4,
  commentTexts: 5,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  endnoteMarks: 46,
  endnoteTexts: 47,
  lists: 73,
  listOverrides: 74,
} as const;

/** A text of the document that is not part of the others, in the order in which the file has them. */
export type StoryName = keyof typeof lengthsAt;
export type StructureName = keyof typeof placesAt;

/** Positions of the characters of a text. */
export interface Story {
  from: number;
  to: number;
}

/** The streams of a Word 97 document, and where its structures are. */
export interface DocFile {
  /** Stream with text and pages of properties. */
  main: Buffer;
  /** Stream with pictures and large properties. */
  data: Buffer;
  story: (name: StoryName) => Story;
  /** Bytes of a structure; empty where the file lacks it. */
  structure: (name: StructureName) => Buffer;
  /** The same with what follows: the levels of lists are behind the bytes that are counted. */
  structureAndMore: (name: StructureName) => Buffer;
}

/**
 * Reads the head of the document's main stream ([MS-DOC] 2.5.1).
 *
 * @throws DocumentError `encrypted`, `unsupported` for Word 6 and 95, `corrupt`
 */
export function openDocFile(container: CompoundFile): DocFile {
  const main = streamBytes(container, 'worddocument') ?? Buffer.alloc(0);
  if (main.length < headBytes + 2) throw damagedOffice('it ends within its head');
  const version = main.readUInt16LE(2);
  if (main.readUInt16LE(0) !== wordMark || version < word97)
    throw new DocumentError(
      'unsupported',
      'Documents of Word 95 and before are not read; save the file as DOCX.',
    );
  const flags = main.readUInt16LE(10);
  if ((flags & encryptedFlag) !== 0)
    throw new DocumentError('encrypted', 'The file is protected by a password. Remove it and try again.');
  const table = streamBytes(container, (flags & firstTableFlag) !== 0 ? '1table' : '0table');
  if (table === null) throw damagedOffice('its table of structures is missing');

  const words = headBytes + 2 + main.readUInt16LE(headBytes) * 2;
  const numbers = words + 2;
  const places = numbers + numberAt(main, words, 2) * 4 + 2;
  const placeCount = numberAt(main, places - 2, 2);
  const lengths = [...Object.values(lengthsAt), macrosAt]
    .sort((a, b) => a - b)
    .map((index) => ({ index, length: numberAt(main, numbers + index * 4, 4) }));

  const structureFrom = (name: StructureName, withMore: boolean): Buffer => {
    const index = placesAt[name];
    if (index >= placeCount) return Buffer.alloc(0);
    const start = numberAt(main, places + index * 8, 4);
    const byteSize = numberAt(main, places + index * 8 + 4, 4);
    if (byteSize === 0) return Buffer.alloc(0);
    if (start + byteSize > table.length) throw damagedOffice('a structure of it is cut off');
    return table.subarray(start, withMore ? undefined : start + byteSize);
  };

  return {
    main,
    data: streamBytes(container, 'data') ?? Buffer.alloc(0),
    story(name) {
      const before = lengths.filter(({ index }) => index < lengthsAt[name]);
      const from = before.reduce((sum, { length }) => sum + length, 0);
      return { from, to: from + numberAt(main, numbers + lengthsAt[name] * 4, 4) };
    },
    structure: (name) => structureFrom(name, false),
    structureAndMore: (name) => structureFrom(name, true),
  };
}

function numberAt(bytes: Buffer, at: number, byteSize: 2 | 4): number {
  if (at + byteSize > bytes.length) throw damagedOffice('it ends within its head');
  return bytes.readUIntLE(at, byteSize);
}
