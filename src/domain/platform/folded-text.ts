/** Signs that folding may separate from the text before them. */
const parted = /[™℠⁰¹²³⁴-⁹¼-¾⅐-⅞\u200b]/g;
/**
 * Text after which they are separated: any before `™`; a word of some length; a number; a script without
 * spaces.
 */
const partedFrom =
  /[™℠]$|\p{L}{4}[⁰¹²³⁴-⁹]$|\p{Nd}[¼-¾⅐-⅞]$|[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\u200b$/u;
/** Those of the signs that are not part of a word. */
const wordless: ReadonlySet<string> = new Set(['™', '℠', '\u200b']);
/** Code units of the longest text before a sign: four letters and the sign. */
const beforeMax = 9;

/** Invisible characters, the Arabic tatweel, and all marks. */
const droppable = /[\p{DI}\p{M}ـ]/gu;
/**
 * Marks that distinguish letters: those of kana, and those of scripts not listed here, such as vowel signs of
 * Indic and South-East Asian scripts. Writers of the listed scripts omit marks at will.
 */
const telling =
  /^(?:[\u3099\u309a]|(?!\p{DI})(?=\p{M})[^\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Latn}\p{sc=Syrc}])$/u;
const breve = '\u0306';

const plain = /^[\0-\x7f]*$/;

/**
 * Folds a text for the comparison of words: one spelling for all that Unicode holds compatible (NFKC),
 * without accents, vowel points and invisible characters, and with one small sigma. Precomposed, decomposed
 * and unaccented letters become equal, except й and и. Case stays, and so do letters that only look accented,
 * such as `ø` and `ß`. Folding is idempotent.
 *
 * A space separates footnote signs from the word before them, fractions from a number, and `™`. A zero-width
 * space of a script without spaces becomes a space.
 */
export function foldedText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(parted, (sign, at: number) => {
      const alone = partedFrom.test(text.slice(Math.max(0, at + 1 - beforeMax), at + 1));
      return alone ? ` ${wordless.has(sign) ? '' : sign}` : sign;
    })
    .normalize('NFKD')
    .replace(droppable, (sign: string, at: number, whole: string) =>
      isTelling(sign, whole[at - 1]) ? sign : '',
    )
    .replaceAll('ς', 'σ')
    .normalize('NFKC');
}

/** Whether a mark makes a letter of its own together with the character before it. */
const isTelling = (mark: string, before: string | undefined): boolean =>
  mark === breve ? before === 'и' || before === 'И' : telling.test(mark);
