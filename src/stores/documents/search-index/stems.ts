/**
 * Built-in analyzers of Elasticsearch that stem the words of a language and drop its stop words, by language
 * tag. They are not settings of an index, so that fields with them can be added later. English is missing,
 * since all texts are stemmed by Porter's stemmer.
 */
export const STEM_ANALYZERS = {
  ar: 'arabic',
  bg: 'bulgarian',
  bn: 'bengali',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  el: 'greek',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fa: 'persian',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  gl: 'galician',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  lv: 'latvian',
  nb: 'norwegian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  tr: 'turkish',
} as const;

/** A language with a stemmer of its own. */
export type StemLanguage = keyof typeof STEM_ANALYZERS;

/** Text of a chunk in the field of its language; a row has at most one. */
export type Stems = Readonly<Partial<Record<StemLanguage, string>>>;

/** Whether a language has a stemmer of its own. */
export function hasStems(language: string): language is StemLanguage {
  return Object.hasOwn(STEM_ANALYZERS, language);
}

export const stemField = (language: StemLanguage): string => `stems.${language}`;
