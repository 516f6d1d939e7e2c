/**
 * Built-in analyzers of Elasticsearch that cut the words of a language to their stems and leave out its stop
 * words, by the tag of the language. They are no settings of an index, so that an index can be given fields
 * with them later. English is not among them: the words of every text are cut by Porter's stemmer.
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

/** A language whose words are cut to stems of their own. */
export type StemLanguage = keyof typeof STEM_ANALYZERS;

/** Text of a chunk in the field of its language, of which a row has one at most. */
export type Stems = Readonly<Partial<Record<StemLanguage, string>>>;

/** Whether the words of a language are cut to stems of their own. */
export function hasStems(language: string): language is StemLanguage {
  return Object.hasOwn(STEM_ANALYZERS, language);
}

export const stemField = (language: StemLanguage): string => `stems.${language}`;
