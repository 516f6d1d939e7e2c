import { type SheetLayout } from '../../workbook-reader';
import { rangeName } from '../../a1';
import { readRecords, requireBytes } from './record-feed';
import { RecordType } from './record-type';
import { readRange } from './surroundings';
import { wideText } from './wide-text';

type Comment = SheetLayout['comments'][number];

/** Bytes of a note's record: the number of its author, its cell, its id. */
const noteBytes = 36;

/** Reads a binary comments part: notes in file order, rich text as plain text. */
export function readBinaryNotes(part: Buffer): Comment[] {
  const authors: string[] = [];
  const notes: Comment[] = [];
  let note: Comment | null = null;
  readRecords(part, (type, bytes, start, end) => {
    switch (type) {
      case RecordType.commentAuthor:
        authors.push(wideText(bytes, start, end));
        break;
      case RecordType.comment: {
        requireBytes(start, end, noteBytes);
        const range = readRange(bytes, start + 4, end);
        const author = authors[bytes.readUInt32LE(start)]?.trim() ?? '';
        note =
          range === null
            ? null
            : {
                cell: rangeName(range.firstRow, range.firstRow, range.firstColumn, range.firstColumn),
                author: author === '' ? null : author,
                text: '',
              };
        if (note !== null) notes.push(note);
        break;
      }
      case RecordType.commentText:
        requireBytes(start, end, 1);
        if (note !== null) note.text = wideText(bytes, start + 1, end);
    }
  });
  return notes;
}
