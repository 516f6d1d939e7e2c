/** Signs that may have to be parted from what stands before them. */
const parted = /[™℠⁰¹²³⁴-⁹¼-¾⅐-⅞\u200b]/g;
/** Text before them: any before `™`; a word of some length; a number; a script without spaces. */
const partedFrom =
  /[™℠]$|\p{L}{4}[⁰¹²³⁴-⁹]$|\p{Nd}[¼-¾⅐-⅞]$|[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\u200b$/u;
/** Signs among them that are no part of any word. */
const wordless: ReadonlySet<string> = new Set(['™', '℠', '\u200b']);
/** Code units of four letters and a sign. */
const beforeMax = 9;

/** Invisible characters, the stroke that stretches Arabic words, and all marks. */
const droppable = /[\p{DI}\p{M}ـ]/gu;
/**
 * Marks that tell letters apart: those of kana, and those of scripts that are not named, such as the vowel
 * signs of Indic and South-East Asian ones. The marks of the named scripts are written or left out at will.
 */
const telling =
  /^(?:[\u3099\u309a]|(?!\p{DI})(?=\p{M})[^\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Latn}\p{sc=Syrc}])$/u;
const breve = '\u0306';

const plain = /^[\0-\x7f]*$/;

/**
 * The form of a text in which words are compared: one spelling for all that Unicode holds compatible (NFKC),
 * without accents, vowel points and invisible characters, and with one small sigma. A precomposed
 * letter, a decomposed one and a bare one are equal in it, but for й, which is no и. Case stays, and so do
 * letters that only look accented, such as `ø` and `ß`. Folding a folded text changes nothing.
 *
 * Footnote signs behind a word, fractions behind a number and `™` are parted from it by a space; a zero-width
 * space of a script without spaces becomes one.
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

/** Whether a mark, behind this character, makes a letter of its own. */
const isTelling = (mark: string, before: string | undefined): boolean =>
  mark === breve ? before === 'и' || before === 'И' : telling.test(mark);

/** The folded form of a file name, taken apart where people do: at dots, hyphens and underscores. */
export const foldedFilename = (name: string): string => foldedText(name).replaceAll(/[_.-]+/g, ' ');
