/**
 * Guesses the language of a text that is long enough: a BCP-47 tag without a region, null where several fit.
 */
export type GuessLanguage = (text: string) => string | null;

/** Letters that a text needs for a guess; in shorter texts names and codes outweigh words. */
const lettersMin = 60;
/** Letters from which a guess outweighs the document's language. */
const contraryLettersMin = 150;
const sampleChars = 800;
/** Scripts that identify a language by a few letters. */
const OWN_SCRIPT =
  /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{Script=Han}{4}/u;

export interface LanguageDetector {
  /**
   * Detects the language of a text: a BCP-47 tag without region.
   *
   * @param expected language of short or ambiguous texts
   * @returns `expected` where the text is too short or fits several languages
   */
  detect(text: string, expected: string | null): string | null;
  /** Detects the language of most of the texts. Returns `expected` where no text has a detectable one. */
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

/** Loads the n-gram detector. Its data take about 30 MB of heap. */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld/extrasmall');
  return createLanguageDetector((text) => {
    const found = eld.detect(text);
    return found.language !== '' && found.isReliable() ? found.language : null;
  });
}

/** Language subtag without region and script, as detection returns it; null for an invalid tag. */
export function baseLanguage(tag: string | null): string | null {
  return /^([a-z]{2,3})(?:[-_].*)?$/i.exec(tag ?? '')?.[1]?.toLowerCase() ?? null;
}
