/** Scripts that are written without spaces between words, and the mark of long vowels. */
const scripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const unspaced = new RegExp(`[${scripts}]`, 'u');
const runs = new RegExp(`[${scripts}ー\\p{M}]*[${scripts}][${scripts}ー\\p{M}]*|[^${scripts}]+`, 'gu');
const cluster = /\P{M}\p{M}*|\p{M}+/gu;

/** A part of a text that is written in one way, and its place in UTF-16 units. */
export interface ScriptRun {
  text: string;
  start: number;
  isUnspaced: boolean;
}

/** Whether a text holds characters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Parts of a text, in order, that are each of scripts without spaces, or of other ones. */
export function scriptRuns(text: string): ScriptRun[] {
  return Array.from(text.matchAll(runs), ({ 0: part, index }) => ({
    text: part,
    start: index,
    isUnspaced: isUnspaced(part),
  }));
}

/** Characters of a text, each with the marks that belong to it. */
export function clustersOf(text: string): string[] {
  return text.match(cluster) ?? [];
}
