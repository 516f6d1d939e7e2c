import { type BlockSink, emitText, placeless } from 'document-reader';
import { ParseError } from '../parse-error';
import { readJsonBlocks } from './json-blocks';

/**
 * Writes the result of a parsing script as blocks: a text, or a list of pieces that share no chunk. A piece
 * is a text, an object with `text` and optionally `title`, or any other value, which is written like a JSON
 * file.
 *
 * @throws ParseError `parsing_script_failed` where the result is empty
 */
export function readScriptResult(result: unknown, sink: Pick<BlockSink, 'block'>): void {
  if (
    result === undefined ||
    result === null ||
    result === '' ||
    (Array.isArray(result) && result.length === 0)
  ) {
    throw new ParseError('parsing_script_failed', 'The parsing script returned nothing for this file.');
  }
  const pieces: readonly unknown[] = Array.isArray(result) ? result : [result];
  for (const piece of pieces) {
    sink.block({ ...placeless, kind: 'break' });
    readPiece(piece, sink);
  }
}

function readPiece(piece: unknown, sink: Pick<BlockSink, 'block'>): void {
  if (typeof piece === 'string') {
    emitText(piece, sink);
    return;
  }
  const { text, title } = (piece ?? {}) as { text?: unknown; title?: unknown };
  if (typeof text !== 'string') {
    readJsonBlocks(piece, sink);
    return;
  }
  if (typeof title === 'string') sink.block({ ...placeless, kind: 'heading', level: 1, text: title });
  emitText(text, sink);
}
