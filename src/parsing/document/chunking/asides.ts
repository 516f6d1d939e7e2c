import { type ChunkContent, type Region } from '../../../domain/documents/document';
import { createDraft, type Unit } from './draft';
import { cutWords } from './split-text';
import { type ChunkerOptions } from './text-tools';
import { chunkTokensMax } from './token-budget';

type AsideKind = 'footnote' | 'page_header' | 'page_footer';

/**
 * Writer of the chunks of footnotes, figures and running lines. They never interrupt a text chunk; they
 * follow the chunk beside which they stand.
 */
export interface Asides {
  add(kind: AsideKind, unit: Unit): void;
  /** Adds a figure. It waits for a caption in one of the next blocks. */
  figure(unit: Unit): void;
  /** Gives a caption to the waiting figure. Returns false where no figure waits. */
  caption(unit: Unit): boolean;
  noCaption(): void;
  /** Writes the waiting chunks; call it after a text chunk was written. */
  release(): void;
  end(): void;
}

/** Distinct running lines that are remembered, so that each is written once. */
const runningTextsMax = 1_000;
/** Upper bound of the chunks that wait for the end of the text chunk beside them. */
const waitingMax = 64;

/**
 * Creates the writer.
 *
 * @param onWordlessFigure receives the regions of a figure that gets no chunk because it has neither text nor
 * caption
 */
export function createAsides(
  { tools, language, write }: ChunkerOptions,
  onWordlessFigure: (regions: readonly Region[]) => void,
): Asides {
  const { countTokens } = tools;
  const newDraft = () => createDraft(tools, language);
  const drafts = { footnote: newDraft(), page_header: newDraft(), page_footer: newDraft() };
  const figure = newDraft();
  const seen = new Set<string>();
  let waiting: ChunkContent[] = [];
  let captionable = false;

  function close(kind: AsideKind): void {
    if (!drafts[kind].empty) waiting.push(drafts[kind].take(kind));
  }

  function closeFigure(): void {
    captionable = false;
    if (figure.empty) return;
    const chunk = figure.take('figure');
    if (chunk.text.trim() !== '') waiting.push(chunk);
    else onWordlessFigure(chunk.regions);
    if (waiting.length >= waitingMax) release();
  }

  function addPiece(kind: AsideKind, unit: Unit): void {
    if (drafts[kind].tokens + unit.tokens > chunkTokensMax) close(kind);
    drafts[kind].add(unit);
  }

  /** Compares running lines without their page numbers. */
  function isRepeated(kind: AsideKind, { page, text }: Unit): boolean {
    if (kind === 'footnote' || page === null) return false;
    const key = `${kind}:${text.replace(/\d+/g, '#')}`;
    if (seen.has(key)) return true;
    if (seen.size < runningTextsMax) seen.add(key);
    return false;
  }

  function release(): void {
    close('footnote');
    waiting.forEach(write);
    waiting = [];
  }

  return {
    add(kind, unit) {
      if (isRepeated(kind, unit)) return;
      if (unit.tokens <= chunkTokensMax) {
        addPiece(kind, unit);
        return;
      }
      let { glue } = unit;
      for (const text of cutWords(unit.text, chunkTokensMax, countTokens)) {
        addPiece(kind, { ...unit, text, tokens: countTokens(text), glue });
        glue = '';
      }
    },
    figure(unit) {
      closeFigure();
      captionable = true;
      addFigureText(unit);
    },
    caption(unit) {
      if (!captionable) return false;
      addFigureText(unit);
      return true;
    },
    noCaption: closeFigure,
    release,
    end() {
      closeFigure();
      close('page_header');
      close('page_footer');
      release();
    },
  };

  function addFigureText(unit: Unit): void {
    let { glue } = unit;
    const pieces =
      unit.tokens <= chunkTokensMax ? [unit.text] : cutWords(unit.text, chunkTokensMax, countTokens);
    for (const text of pieces) {
      const tokens = countTokens(text);
      if (figure.tokens > 0 && figure.tokens + tokens > chunkTokensMax) waiting.push(figure.take('figure'));
      figure.add({ ...unit, text, tokens, glue });
      glue = '';
    }
  }
}
