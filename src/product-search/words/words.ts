import { KeptParts } from './kept-parts';

export interface Word {
  /** Form under which the word is indexed and asked for. */
  token: string;
  /** Place in the text, in UTF-16 units: from `start` to before `end`. */
  start: number;
  end: number;
  /** The word as it is written, without case and accents; set where the token is another form of it. */
  written?: string;
  /** Set on pairs of characters, and on single ones, of scripts without spaces between words. */
  isUnspaced?: true;
  /** Token of the last character of such a run, on its last pair. */
  lastCharacter?: string;
}

/** Longer words are cut. */
const wordCharsMax = 64;
/** Numbers with their separators and a unit, and words with apostrophes. */
const wordPattern = /\d+(?:[.,]\d+)+\p{L}*|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;
const asciiOnly = /^[\x20-\x7e\t\n\r]*$/;
const marks = /\p{M}+/gu;
const separators = /[^\p{L}\p{M}\p{N}]+/gu;
const spaceCode = 0x20;

/**
 * Words of parts of texts, between two spaces: the same ones come again and again. Places count from the
 * part.
 */
const keptWords = new KeptParts<readonly Word[]>();
/** Tokens of parts of texts, as in `tokenText`. */
const keptTokens = new KeptParts<string>();

/**
 * The words of a text in order. One tokenizer cuts records, queries and highlights, so that all of them
 * agree. Scripts without spaces are cut into pairs of characters that overlap.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  visitParts(text, (part, at) => {
    for (const word of wordsOfPart(part)) words.push({ ...word, start: word.start + at, end: word.end + at });
    return true;
  });
  return words;
}

/**
 * Visits the parts of a text that stand between spaces and controls, which no word has, with the place of
 * each.
 *
 * @param visit answers false to end the visits
 */
export function visitParts(text: string, visit: (part: string, start: number) => boolean): void {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text.charCodeAt(at) > spaceCode) continue;
    if (at > start && !visit(text.slice(start, at), start)) return;
    start = at + 1;
  }
}

/** The words of a part, at places from its begin. */
export function wordsOfPart(part: string): readonly Word[] {
  return keptWords.get(part) ?? keptWords.keep(part, cutWords);
}

function tokensOfPart(part: string): string {
  return keptTokens.get(part) ?? keptTokens.keep(part, (own) => joinTokens(cutWords(own)));
}

function cutWords(part: string): Word[] {
  const words: Word[] = [];
  for (const match of part.matchAll(wordPattern)) {
    const [raw] = match;
    if (!isUnspaced(raw)) push(words, raw, match.index);
    else
      for (const run of scriptRuns(raw))
        if (run.isUnspaced) pushPairs(words, run.text, match.index + run.start);
        else push(words, run.text, match.index + run.start);
  }
  return words;
}

/**
 * The tokens of a text of a record, with a space between two of them. Of a script without spaces the last
 * character follows the pairs, so that every character begins a token.
 */
export function tokenText(text: string): string {
  let tokens = '';
  visitParts(text, (part) => {
    const more = tokensOfPart(part);
    if (more !== '') tokens += tokens === '' ? more : ` ${more}`;
    return true;
  });
  return tokens;
}

function joinTokens(words: readonly Word[]): string {
  return words
    .flatMap(({ token, lastCharacter }) => (lastCharacter === undefined ? token : [token, lastCharacter]))
    .join(' ');
}

/** A code without case, spaces and punctuation; empty for a text without letters and digits. */
export function foldCode(code: string): string {
  return foldText(code).replace(separators, '');
}

/** The token of a text that is read as one word, without the signs between its letters: `wifi` of `Wi-Fi`. */
export function joinedToken(text: string): string {
  return tokenOf(text.replace(separators, ''));
}

/** Letters that are no letter with an accent to Unicode, and how people write them without. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
}; // prettier-ignore
const letters = /[ßøæœłđðþı]/g;

/** A text without case, accents and differences of width, and with `ss` for `ß`, `o` for `ø` and the like. */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase();
  return foldAccents(text).replace(letters, (letter) => LETTERS[letter]!);
}

/** A text without case, accents and differences of width; other letters stay, each of them one. */
export function foldAccents(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(marks, '').toLowerCase();
}

/**
 * The form that an English word shares with its plural: `bag` of `bags`, `hoody` of `hoodie` and `hoodies`.
 * Words of less than four letters, and those that hold anything but ASCII letters, stay.
 */
function baseForm(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  const single = singular(word);
  return single.length > 4 && single.endsWith('ie') ? `${single.slice(0, -2)}y` : single;
}

function singular(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function push(words: Word[], raw: string, start: number): void {
  const written = writtenForm(raw);
  if (written === '') return;
  const token = baseForm(written);
  const word = { token, start, end: start + raw.length };
  words.push(token === written ? word : { ...word, written });
}

function tokenOf(raw: string): string {
  return baseForm(writtenForm(raw));
}

function writtenForm(raw: string): string {
  let word = foldText(raw);
  if (/['’]/.test(word)) word = word.replace(/['’]s$/, '').replace(/['’]/g, '');
  if (/^\d+,\d{3}/.test(word)) word = word.replaceAll(',', '');
  return word.length > wordCharsMax ? word.slice(0, wordCharsMax) : word;
}

/** Adds overlapping pairs of characters; a single character is a word of its own. */
function pushPairs(words: Word[], run: string, start: number): void {
  const clusters = clustersOf(run);
  if (clusters.length === 1) {
    const token = foldText(run);
    if (token !== '') words.push({ token, start, end: start + run.length, isUnspaced: true });
    return;
  }
  let at = start;
  for (let i = 0; i + 1 < clusters.length; i++) {
    const pair = clusters[i]! + clusters[i + 1]!;
    words.push({ token: foldText(pair), start: at, end: at + pair.length, isUnspaced: true });
    at += clusters[i]!.length;
  }
  words.at(-1)!.lastCharacter = foldText(clusters.at(-1)!);
}

/** Scripts that are written without spaces between words, and the mark of long vowels. */
const scripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const unspaced = new RegExp(`[${scripts}]`, 'u');
const runs = new RegExp(`[${scripts}ー\\p{M}]*[${scripts}][${scripts}ー\\p{M}]*|[^${scripts}]+`, 'gu');
const cluster = /\P{M}\p{M}*|\p{M}+/gu;

/** A part of a text that is written in one way, and its place in UTF-16 units. */
interface ScriptRun {
  text: string;
  start: number;
  isUnspaced: boolean;
}

/** Whether a text holds characters of a script without spaces between words. */
function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Parts of a text, in order, that are each of scripts without spaces, or of other ones. */
function scriptRuns(text: string): ScriptRun[] {
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
