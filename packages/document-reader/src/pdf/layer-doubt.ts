interface ReadWord {
  text: string;
}

/** What a page tells about its text layer. */
interface TextLayer {
  words: readonly ReadWord[];
  /** Characters whose meaning the reader has guessed from their codes. */
  guessed: number;
}

/** What the picture of a page says about its text layer. */
export type Verdict = 'true' | 'false' | 'unknown';

/** Judge of the text layers of one document. */
export interface LayerJudge {
  /** Whether the text layer may not be what people see, so that the page should be recognised. */
  doubts(layer: TextLayer): boolean;
  /** Compares a doubted layer with what was recognised. */
  judge(layer: readonly ReadWord[], recognised: readonly ReadWord[]): Verdict;
}

/** Letters from which a text can be told from no language; fewer once a layer of the document was false. */
const lettersMin = 100;
const lettersMinAfterFalse = 60;
const guessedShareMax = 0.3;
const guessedMin = 31;
/**
 * Doubted pages in a row that turn out true, after which the document is believed. One is enough where
 * nothing but the language is missing, as in lists of parts; recognising a page takes seconds.
 */
const trueInRowMax = { guessed: 3, noLanguage: 1 } as const;
/**
 * Pages of a document whose recognition gives nothing, such as those in a script that the engine does not know.
 */
const unknownMax = 3;
/** Letters of words that are compared; shorter ones are the same by chance. */
const wordLettersMin = 3;
const wordsMin = 8;
/** Share of the recognised words that a true layer has at least; recognition reads some of them wrong. */
const sharedMin = 0.3;

/**
 * Creates the judge. A text layer is a list of codes; fonts that do not say which characters these are, or
 * say it wrong, give other letters than those that are seen. Such a text is in no language, but neither is a
 * list of parts: what is recognised decides, where it is itself in a language.
 */
export function createLayerJudge(isLanguage: (text: string) => boolean): LayerJudge {
  let trueInRow = 0;
  let unknown = 0;
  let hasFalse = false;

  const areLanguage = (words: readonly ReadWord[]): boolean =>
    isLanguage(words.map(({ text }) => text).join(' '));

  return {
    doubts({ words, guessed }) {
      if (unknown >= unknownMax) return false;
      const all = words.reduce((sum, { text }) => sum + text.length, 0);
      if (guessed >= guessedMin && guessed > all * guessedShareMax) return trueInRow < trueInRowMax.guessed;
      if (trueInRow >= trueInRowMax.noLanguage) return false;
      const letters = words.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0);
      return letters >= (hasFalse ? lettersMinAfterFalse : lettersMin) && !areLanguage(words);
    },
    judge(layer, recognised) {
      const known = new Set(layer.flatMap(comparable));
      const seen = recognised.flatMap(comparable);
      const shared = seen.filter((word) => known.has(word)).length;
      if (shared > 0 && shared >= seen.length * sharedMin) {
        trueInRow++;
        return 'true';
      }
      if (seen.length < wordsMin || !areLanguage(recognised)) {
        unknown++;
        return 'unknown';
      }
      hasFalse = true;
      trueInRow = 0;
      return 'false';
    },
  };
}

/** Words of letters and digits, without case and signs. */
const comparable = ({ text }: ReadWord): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= wordLettersMin);
