import { rangeName } from '../a1';
import { type SheetLayout } from '../workbook-reader';
import { readCharacters, readText, type BiffText } from './biff-text';
import { type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';

/** Collector of a sheet's comments: cell and author are in one record, the text in a text box. */
export interface CommentScan {
  /** Reads a record of the sheet; may move the cursor over its CONTINUE records. */
  visit(cursor: RecordCursor): void;
  comments(): SheetLayout['comments'];
}

const noteKind = 0x19;
const wideFlag = 0x01;
const continuedNoteRow = 0xffff;

interface Note {
  cell: string;
  author: string | null;
  /** Text of the comment in BIFF5; BIFF8 has it in the text box of `object`. */
  text: string;
  object: number | null;
}

export function createCommentScan(text: BiffText): CommentScan {
  const boxes = new Map<number, string>();
  const notes: Note[] = [];
  let object = -1;
  let isNote = false;

  function readNote(cursor: RecordCursor): void {
    const { view, start, end } = cursor;
    const row = view.getUint16(start, true);
    const cell = rangeName(
      row + 1,
      row + 1,
      view.getUint16(start + 2, true),
      view.getUint16(start + 2, true),
    );
    if (text.biff8) {
      const author = readText(cursor.bytes, start + 8, end, 2, text);
      notes.push({
        cell,
        author: author.trim() === '' ? null : author,
        text: '',
        object: view.getUint16(start + 6, true),
      });
      return;
    }
    const part = text.decode(
      cursor.bytes,
      start + 6,
      Math.min(start + 6 + view.getUint16(start + 4, true), end),
    );
    const last = notes.at(-1);
    if (row === continuedNoteRow && last) last.text += part;
    else notes.push({ cell, author: null, text: part, object: null });
  }

  return {
    visit(cursor) {
      const { type, view, start, end } = cursor;
      const length = end - start;
      if (type === RecordType.object && text.biff8 && length >= 8) {
        isNote = view.getUint16(start + 4, true) === noteKind;
        object = view.getUint16(start + 6, true);
      } else if (type === RecordType.textObject && isNote) {
        boxes.set(object, readTextBox(cursor));
      } else if (type === RecordType.note && length >= 8) {
        readNote(cursor);
      }
    },
    comments: () =>
      notes
        .map(({ cell, author, text: own, object: box }) => ({
          cell,
          author,
          text: box === null ? own : (boxes.get(box) ?? ''),
        }))
        .filter((comment) => comment.text !== ''),
  };
}

/** Text of a TXO record ([MS-XLS] 2.4.329), which is in the CONTINUE records behind it. */
function readTextBox(cursor: RecordCursor): string {
  const { view, start, end, bytes } = cursor;
  const length = end - start >= 12 ? view.getUint16(start + 10, true) : 0;
  let text = '';
  while (text.length < length && cursor.peek() === RecordType.continue && cursor.next()) {
    if (cursor.end === cursor.start) continue;
    const wide = (bytes[cursor.start]! & wideFlag) !== 0;
    text += readCharacters(bytes, cursor.start + 1, cursor.end, length - text.length, wide);
  }
  return text;
}
