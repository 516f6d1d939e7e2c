/**
 * Tells the language of a text that is long enough: a BCP-47 tag without a region, null where several fit.
 */
export type GuessLanguage = (text: string) => string | null;

/** Letters that a guess needs; below, names and codes outweigh words. */
const lettersMin = 60;
/** So many speak against the language of the document. */
const contraryLettersMin = 150;
const sampleChars = 800;
/** Scripts that few letters of are enough. */
const OWN_SCRIPT =
  /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{Script=Han}{4}/u;

/** Tells languages by their texts. */
export interface LanguageDetector {
  /**
   * BCP-47 tag of the language of a text, without a region.
   *
   * @param expected what the text is in unless it clearly says otherwise
   * @returns `expected` where the text is too short or fits several languages
   */
  detect(text: string, expected: string | null): string | null;
  /** The language that most of several texts are in, `expected` where none can be told. */
  main(texts: readonly string[], expected: string | null): string | null;
}

export function createLanguageDetector(guess: GuessLanguage): LanguageDetector {
  function detect(text: string, expected: string | null): string | null {
    const sample = text
      .slice(0, sampleChars * 2)
      .replace(/[^\p{L}\p{M}'’]+/gu, ' ')
      .slice(0, sampleChars);
    const enough = expected === null ? lettersMin : contraryLettersMin;
    if (sample.length < enough && !OWN_SCRIPT.test(sample)) return expected;
    return guess(sample) ?? expected;
  }

  return {
    detect,
    main(texts, expected) {
      const votes = new Map<string, number>();
      for (const text of texts) {
        const language = detect(text, expected);
        if (language !== null) votes.set(language, (votes.get(language) ?? 0) + 1);
      }
      return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? expected;
    },
  };
}

/** Loads the detector of n-grams; its data are some 30 MB of heap. */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld/extrasmall');
  return createLanguageDetector((text) => {
    const found = eld.detect(text);
    return found.language !== '' && found.isReliable() ? found.language : null;
  });
}

/** A language tag without its region and script, as texts are told apart; null for what is no tag. */
export function baseLanguage(tag: string | null): string | null {
  return /^([a-z]{2,3})(?:[-_].*)?$/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;
}
