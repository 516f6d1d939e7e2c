import { detectAll } from 'tinyld';

/** Letters that a guess needs; below, names and codes outweigh words. */
const lettersMin = 80;
const sampleChars = 600;
/** The best guess has to be so much likelier than the next one. */
const marginMin = 1.25;
/** Written without spaces and by nobody else, so that a few characters are enough. */
const OWN_SCRIPT =
  /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{Script=Han}{4}/u;
/**
 * Languages that documents are written in. The detector knows more, and takes lists of names and codes for the rarest of
 * them.
 */
const LANGUAGES =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu hy id is it ja ka ko lt lv mk ms nl no pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh';
const only = LANGUAGES.split(' ');

/** BCP-47 tag of the language of a text, null where it is too short or fits several. */
export function detectLanguage(text: string): string | null {
  const sample = text
    .slice(0, sampleChars * 3)
    .replace(/[^\p{L}\p{M}'’]+/gu, ' ')
    .slice(0, sampleChars);
  if (sample.length < lettersMin && !OWN_SCRIPT.test(sample)) return null;
  const [best, next] = detectAll(sample, { only });
  if (best === undefined || (next !== undefined && best.accuracy < next.accuracy * marginMin)) return null;
  return best.lang;
}

/** The language that most of several texts are in, null where none can be told. */
export function detectMainLanguage(texts: readonly string[]): string | null {
  const votes = new Map<string, number>();
  for (const text of texts) {
    const language = detectLanguage(text);
    if (language !== null) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
