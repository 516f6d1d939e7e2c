/** Words of a document. They decide whether a hyphen at the end of a line belongs to its word. */
export interface Lexicon {
  /** Adds the words of a page, in the order of the file. */
  add(words: readonly { text: string }[]): void;
  /**
   * Whether the hyphen between a line's end and the next line's start is the author's, as in
   * "boundary-layer", and not one of hyphenation.
   */
  keepsHyphen(head: string, tail: string): boolean;
}

const wordsMax = 200_000;
/**
 * Least letters of a part of a hyphenated word that counts as a word of its own; shorter parts occur alone
 * too often.
 */
const partLettersMin = 3;
const endsMin = 4;
const wholeShareMin = 0.6;
const prefixes = new Set([
  're',
  'non',
  'pre',
  'post',
  'sub',
  'co',
  'anti',
  'multi',
  'semi',
  'self',
  'inter',
  'quasi',
]);
/** Words that hardly begin another word before such an ending: "well-known", "self-made". */
const compounds = /^(?:well-(?:being|known|\p{Ll}{2,}(?:ed|en|wn|ing))|self-(?!ish|less)\p{Ll}{3,})$/u;
const hyphens = /[-‐‑]/u;
const signs = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const cutAtEnd = /\p{L}[-‐\u00ad]$/u;

export function createLexicon(): Lexicon {
  const known = new Set<string>();
  /** Words cut at a line's end, and hyphens at line ends that the same word also has elsewhere. */
  let cuts = 0;
  let kept = 0;
  /** All line ends with a hyphen, and those behind a word, or a part, that occurs before hyphens. */
  let ends = 0;
  let wordEnds = 0;
  let undecided: [head: string, tail: string][] = [];

  function countLineEnds(): void {
    for (const [head, tail] of undecided) {
      if (known.has(head + tail)) cuts++;
      else if (known.has(`${head}-${tail}`)) kept++;
      ends++;
      if (known.has(head) || prefixes.has(head)) wordEnds++;
    }
    undecided = [];
  }

  return {
    add(words) {
      for (const [index, { text }] of words.entries()) {
        const next = words[index + 1];
        if (next !== undefined && cutAtEnd.test(text)) {
          undecided.push([plain(text.slice(0, -1)), plain(next.text)]);
          continue;
        }
        const before = words[index - 1];
        // The second part of a cut word is not a word.
        if (known.size < wordsMax && !(before !== undefined && cutAtEnd.test(before.text))) {
          known.add(plain(text));
          if (hyphens.test(text)) for (const part of text.split(hyphens)) known.add(plain(part));
        }
      }
    },
    keepsHyphen(head, tail) {
      countLineEnds();
      const first = plain(/\S*$/u.exec(head)![0]);
      const second = plain(/^\S*/u.exec(tail)![0]);
      if (known.has(first + second)) return false;
      if (known.has(`${first}-${second}`)) return true;
      if (compounds.test(`${first}-${second}`)) return true;
      const lastPart = first.split('-').at(-1)!;
      const firstPart = second.split('-')[0]!;
      const words = [lastPart, firstPart].every((part) => part.length >= partLettersMin && known.has(part));
      // In a document without hyphenation every hyphen at a line's end is the author's and follows a whole
      // word.
      const whole = ends >= endsMin && wordEnds >= ends * wholeShareMin;
      return words || (cuts === 0 && (kept > 0 || whole)) || (whole && kept >= cuts);
    },
  };
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[‐‑]/gu, '-').replace(signs, '');
}
