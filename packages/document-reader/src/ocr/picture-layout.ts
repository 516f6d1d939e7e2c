import { createLexicon } from '../pdf/layout/lexicon';
import { layOut, type PagePiece } from '../pdf/layout/page-layout';
import { createSizeCounter } from '../pdf/layout/text-sizes';
import { type TurnedWord } from '../pdf/read-words';

/**
 * Lays out the words that were recognised in a picture.
 *
 * @param page size of the picture in points
 */
export function layOutPicture(
  words: readonly TurnedWord[],
  page: { width: number; height: number },
): PagePiece[] {
  const counter = createSizeCounter();
  for (const { size, text } of words) counter.add(size, text.length);
  const lexicon = createLexicon();
  lexicon.add(words);
  return layOut(
    { words, rules: [], figures: [], page, tags: new Map() },
    {
      sizes: counter.sizes(),
      lexicon,
      pageHeight: page.height,
      outlineLevelOf: () => null,
      rough: true,
      capitalsTell: false,
    },
  );
}
