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
  const name = names[subtagOf(tag ?? '')];
  return name === undefined || name === 'eng' || !installed.includes(name) ? 'eng' : `${name}+eng`;
}

/**
 * Whether the installed data reads a language: data of its own, or English data for one in Latin script. An
 * unknown language counts as covered.
 */
export function isOcrLanguageCovered(tag: string | null, installed: readonly string[]): boolean {
  if (tag === null) return true;
  const name = names[subtagOf(tag)];
  return (name !== undefined && installed.includes(name)) || scriptOf(tag) === 'Latn';
}

function subtagOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
