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
const english = 'eng';
const englishNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** All languages of {@link names} by tesseract's names. */
export const ocrDataNames: readonly string[] = Object.values(names);

/**
 * Tesseract's names of the data to read a text with: the tag's language, then English; English alone where
 * its data is not installed.
 */
export function ocrData(tag: string | null, installed: readonly string[]): [string, ...string[]] {
  const name = nameOf(tag);
  return name === null || name === english || !installed.includes(name) ? [english] : [name, english];
}

/**
 * Warning that a text is read by the data of English, because that of its language is not installed; null
 * where it is, and for an unknown language.
 */
export function missingDataWarning(tag: string | null, installed: readonly string[]): string | null {
  const name = nameOf(tag);
  if (tag === null || name === english || (name !== null && installed.includes(name))) return null;
  const language = nameInEnglish(tag);
  if (language === undefined) return null;
  return `Text in pictures was read as English, because OCR data for ${language} is not installed.`;
}

/**
 * Whether the installed data reads a language: data of its own, or English data for one in Latin script. An
 * unknown language counts as covered.
 */
export function isOcrLanguageCovered(tag: string | null, installed: readonly string[]): boolean {
  if (tag === null) return true;
  const name = nameOf(tag);
  return (name !== null && installed.includes(name)) || scriptOf(tag) === 'Latn';
}

function nameOf(tag: string | null): string | null {
  const subtag = tag?.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(names, subtag) ? names[subtag]! : null;
}

function nameInEnglish(tag: string): string | undefined {
  try {
    return englishNames.of(tag.split('-')[0]!);
  } catch {
    return undefined;
  }
}

function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}
