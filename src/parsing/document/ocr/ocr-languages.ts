/** Tesseract's language names by primary subtag of BCP-47 (ISO 639-1). */
const names: Readonly<Record<string, string>> = {
  ar: 'ara',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hu: 'hun',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sv: 'swe',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
};

/**
 * Tesseract's language argument: the tag's language with English; English alone where its data is not
 * installed.
 */
export function ocrLanguage(tag: string | null, installed: readonly string[]): string {
  const name = names[tag?.split('-')[0]?.toLowerCase() ?? ''];
  return name === undefined || name === 'eng' || !installed.includes(name) ? 'eng' : `${name}+eng`;
}
