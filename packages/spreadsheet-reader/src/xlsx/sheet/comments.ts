import { type SheetLayout } from '../../workbook-reader';
import { parseRange } from '../cell-range';
import { readXml } from '../../ooxml/xml/xml-events';
import { resolveEscapes } from '../../ooxml/xml/xml-text';

type Comment = SheetLayout['comments'][number];

/** Author prefix of the legacy note that Excel writes for each threaded comment. */
const THREAD_AUTHOR_PREFIX = 'tc=';

/** Reads a comments part: notes in file order, with rich text as plain text. */
export function readNotes(xml: string): Comment[] {
  const authors: string[] = [];
  const notes: Comment[] = [];
  let note: Comment | null = null;
  let collected = '';
  let phonetic = 0;
  readXml(xml, 'x', {
    open(tag) {
      if (tag.name === 'x:comment') {
        const author = authors[Number(tag.attribute('authorId'))] ?? '';
        note = { cell: tag.attribute('ref') ?? '', author: author === '' ? null : author, text: '' };
        notes.push(note);
      } else if (tag.name === 'x:rPh') {
        phonetic++;
      } else if (tag.name === 'x:t' || tag.name === 'x:author') {
        collected = '';
      }
    },
    text(text) {
      collected += text;
    },
    close(name) {
      if (name === 'x:author') authors.push(resolveEscapes(collected).trim());
      else if (name === 'x:rPh') phonetic--;
      else if (name === 'x:t' && note !== null && phonetic === 0) note.text += resolveEscapes(collected);
    },
  });
  return notes;
}

/**
 * Reads a part of threaded comments: each comment and reply, in order.
 *
 * @param persons names of authors by id
 */
export function readThreadedComments(xml: string, persons: ReadonlyMap<string, string>): Comment[] {
  const comments: Comment[] = [];
  let collected = '';
  readXml(xml, 'tc', {
    open(tag) {
      collected = '';
      if (tag.name !== 'tc:threadedComment') return;
      const author = persons.get(tag.attribute('personId') ?? '') ?? null;
      comments.push({ cell: tag.attribute('ref') ?? '', author, text: '' });
    },
    text(text) {
      collected += text;
    },
    close(name) {
      const comment = comments.at(-1);
      if (name === 'tc:text' && comment !== undefined) comment.text = resolveEscapes(collected);
      collected = '';
    },
  });
  return comments;
}

/** Reads the names of a workbook's comment authors by id. */
export function readPersons(xml: string): Map<string, string> {
  const persons = new Map<string, string>();
  readXml(xml, 'tc', {
    open(tag) {
      const name = tag.attribute('displayName');
      if (tag.name === 'tc:person' && name !== undefined) persons.set(tag.attribute('id') ?? '', name);
    },
  });
  return persons;
}

/**
 * Merges notes and threaded comments into one list, without legacy notes of threads in it, empty comments,
 * and comments on no cell.
 */
export function joinComments(notes: readonly Comment[], threaded: readonly Comment[]): Comment[] {
  const threadCells = new Set(threaded.map((comment) => comment.cell));
  const own = notes.filter(
    (note) => !(note.author?.startsWith(THREAD_AUTHOR_PREFIX) === true && threadCells.has(note.cell)),
  );
  return [...own, ...threaded].filter(({ cell, text }) => text !== '' && parseRange(cell) !== null);
}
