import { type QueryWord } from '../search/query-text';

/** Whether the part of a text between two places may have a word of a query. */
export type IsLikelyPart = (text: string, start: number, end: number) => boolean;

const asciiCodes = 128;
/** Longer than any word. */
const never = 255;

/** Kinds of ASCII characters: letters and digits make words, some signs join them, all others part them. */
const kinds = { parting: 0, joining: 1, letter: 2, digit: 3 } as const;
const kindOf = Uint8Array.from({ length: asciiCodes }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return kinds.letter;
  if (/\d/.test(character)) return kinds.digit;
  return ".,'+#".includes(character) ? kinds.joining : kinds.parting;
});
const upperA = 0x41;
const upperZ = 0x5a;
const caseDistance = 0x20;

/**
 * Creates the function that tells parts of texts in which no word is like one of a query: by the first
 * letters of their words and by their length, which costs much less than to cut and compare the words. A part
 * without words, or with letters that are not ASCII, counts as likely.
 *
 * @param further tokens that are looked for as they are
 */
export function createIsLikelyPart(wanted: readonly QueryWord[], further: readonly string[]): IsLikelyPart {
  const shortest = shortestLikely(wanted, further);

  /**
   * Whether a word that is like one of the query may begin somewhere in a run of characters that make words.
   */
  function isLikelyRun(text: string, start: number, end: number): boolean {
    let before: number = kinds.joining;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const kind = kindOf[code]!;
      // Behind a number with its unit a digit begins a word too: `1.5kg2`.
      const begins = kind === kinds.digit || (kind === kinds.letter && before === kinds.joining);
      if (begins && shortest[lowerCase(code)]! <= end - start) return true;
      before = kind;
    }
    return false;
  }

  return (text, start, end) => {
    let hasWord = false;
    let runStart = start;
    for (let at = start; at <= end; at++) {
      const code = at < end ? text.charCodeAt(at) : 0;
      if (code >= asciiCodes) return true;
      const kind = kindOf[code]!;
      hasWord ||= kind >= kinds.letter;
      if (kind !== kinds.parting) continue;
      if (isLikelyRun(text, runStart, at)) return true;
      runStart = at + 1;
    }
    return !hasWord;
  };
}

/** The length of the shortest word that may be like one of a query, by the code of its first letter. */
function shortestLikely(wanted: readonly QueryWord[], further: readonly string[]): Uint8Array {
  const shortest = new Uint8Array(asciiCodes).fill(never);
  const allow = (first: number, length: number) => {
    if (first < asciiCodes) shortest[first] = Math.min(shortest[first]!, Math.max(0, length));
  };
  for (const { token, alike, joined, typoForms, isPart } of wanted) {
    // The first letter of `.net` stands behind a sign.
    for (const whole of [token, ...alike, ...joined])
      allow(whole.charCodeAt(whole.startsWith('.') ? 1 : 0), whole.length);
    if (isPart) for (let first = 0; first < asciiCodes; first++) allow(first, token.length + 1);
    for (const { form, typosMax } of typoForms) {
      const { length } = Array.from(form);
      allow(form.charCodeAt(0), length - typosMax);
      // A wrong first letter counts as two typos.
      if (typosMax > 1) for (let first = 0; first < asciiCodes; first++) allow(first, length - 1);
    }
  }
  for (const token of further) allow(token.charCodeAt(0), token.length);
  return shortest;
}

const lowerCase = (code: number) => (code >= upperA && code <= upperZ ? code + caseDistance : code);
