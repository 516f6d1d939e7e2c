import { type Block } from '../block';
import { type BlockSink } from '../block-sink';
import { type PagePiece } from './layout/page-layout';
import { boxOf } from './rect';

/** Facts that the pieces of one page share. */
export interface PageFacts {
  page: number;
  width: number;
  height: number;
  origin: 'text' | 'ocr';
}

const indentStepPoints = 6;

/** Writes the pieces of a page to the sink as blocks, in their order. */
export function writePieces(
  sink: BlockSink,
  pieces: readonly PagePiece[],
  facts: PageFacts,
  figureIds: readonly string[],
): void {
  let indents: number[] = [];
  for (const piece of pieces) {
    const { page, origin } = facts;
    const place = {
      page,
      seconds: null,
      box: boxOf(piece.rect, facts),
      confidence: piece.kind === 'figure' ? 1 : Math.round(piece.confidence * 1000) / 1000,
      origin,
    };
    if (piece.kind === 'table') {
      sink.block({ ...place, kind: 'table', ...piece.table });
    } else if (piece.kind === 'figure') {
      sink.block({ ...place, kind: 'figure', figureId: figureIds[piece.figure]!, text: piece.text });
    } else if (piece.role.kind === 'list_item') {
      const { mark, length } = piece.role;
      indents = [...indents.filter((indent) => indent < piece.indent - indentStepPoints), piece.indent];
      const level = piece.role.level ?? indents.length - 1;
      const text = piece.text.slice(length);
      sink.block({ ...place, kind: 'list_item', level, text, mark });
    } else {
      sink.block(textBlock(place, piece.role, piece.text));
    }
    if (piece.kind !== 'text' || piece.role.kind === 'heading') indents = [];
  }
}

function textBlock(
  place: Pick<Block, 'page' | 'seconds' | 'box' | 'confidence' | 'origin'>,
  role: Exclude<Extract<PagePiece, { kind: 'text' }>['role'], { kind: 'list_item' }>,
  text: string,
): Block {
  return role.kind === 'heading'
    ? { ...place, kind: 'heading', level: Math.min(9, role.level), text }
    : { ...place, kind: role.kind, text };
}
