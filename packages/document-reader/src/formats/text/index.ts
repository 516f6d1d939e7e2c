import { placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { readTextPieces } from './read-text';

/**
 * Characters past which a paragraph is written in parts, so that a file of one line needs no more memory than
 * another.
 */
const paragraphCharsMax = 64 * 1024;

/** Parser of plain text; blank lines separate paragraphs. */
export const parseText: FormatParser = async ({ path }, sink) => {
  const paragraphs = createParagraphs(sink);
  for await (const piece of readTextPieces(path, sink)) paragraphs.add(piece);
  paragraphs.end();
  return { title: null, language: null, pageCount: null };
};

/** Writes the paragraphs of a text that is in memory. */
export function emitText(text: string, sink: Pick<BlockSink, 'block'>): void {
  const paragraphs = createParagraphs(sink);
  paragraphs.add(text.replace(/\r\n?/g, '\n'));
  paragraphs.end();
}

function createParagraphs(sink: Pick<BlockSink, 'block'>): { add(piece: string): void; end(): void } {
  let held = '';

  function emit(text: string): void {
    const trimmed = text.replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
    if (trimmed !== '') sink.block({ ...placeless, kind: 'paragraph', text: trimmed });
  }

  function emitLong(): void {
    while (held.length > paragraphCharsMax) {
      const space = held.lastIndexOf(' ', paragraphCharsMax);
      const line = held.lastIndexOf('\n', paragraphCharsMax);
      let end = Math.max(space, line) + 1 || paragraphCharsMax;
      const code = held.charCodeAt(end - 1);
      if (code >= 0xd800 && code < 0xdc00) end--;
      emit(held.slice(0, end));
      held = held.slice(end);
    }
  }

  return {
    add(piece) {
      held += piece;
      const parts = held.split(/\n[^\S\n]*\n|\f/);
      held = parts.pop()!;
      parts.forEach(emit);
      emitLong();
    },
    end() {
      emit(held);
      held = '';
    },
  };
}
