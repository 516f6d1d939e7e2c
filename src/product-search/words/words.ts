import { KeptParts } from './kept-parts';

export interface Word {
  /** Form under which the word is indexed and asked for. */
  token: string;
  /** Place in the text, in UTF-16 units: from `start` to before `end`. */
  start: number;
  end: number;
  /** The word as it is written, without case and accents; set where the token is another form of it. */
  written?: string;
  /**
   * Its second spelling, at places of its own, by which it is found too: `moebel` of `Möbel`, `d` and `olive`
   * of `d'olive`, `net` of `.net`.
   */
  second?: readonly Word[];
  /** Tokens by which a query that has the word finds it too: `moebel` of `Möbel`, `olive` of `d'olive`. */
  alike?: readonly string[];
  /** The one of these that tells the letters apart which the token does not: `roed` of `rød`, not of `rod`. */
  digraphs?: string;
  /** Set on pairs of characters, and on single ones, of scripts without spaces between words. */
  isUnspaced?: true;
  /** Token of the last character of such a run, on its last pair. */
  lastCharacter?: string;
}

/** Longer words are cut. */
const wordCharsMax = 64;
/** Numbers with their separators and a unit, and words with apostrophes. */
const wordPattern = /\d+(?:[.,]\d+)+\p{L}*|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;
/** A part of a text with words whose signs belong to them. */
const mayHaveSigns = /#|\+\+|\.net/i;
/** As `wordPattern`, with `c#`, `.net` and `c++` as words; behind a letter `.net` parts two words. */
const signedPattern = new RegExp(
  '(?<![\\p{L}\\p{M}\\p{N}])\\p{L}#(?![\\p{L}\\p{M}\\p{N}#])|' +
    '(?<![\\p{L}\\p{M}\\p{N}.])\\.[nN][eE][tT](?![\\p{L}\\p{M}\\p{N}])|' +
    `${wordPattern.source}(?:(?<=\\p{L})\\+{2,}(?!\\p{L}))?`,
  'gu',
);
const signs = /[+#]+$|^\./g;
/** A text with words that have a second spelling: without such characters, none has. */
const mayHaveSecond = /[\u0308\u030a'’äöüåøđ]|\+\+|\.net/i;
const asciiOnly = /^[\x20-\x7e\t\n\r]*$/;
const marks = /\p{M}+/gu;
const separators = /[^\p{L}\p{M}\p{N}]+/gu;
const spaceCode = 0x20;

/**
 * Words of parts of texts, between two spaces: the same ones come again and again. Places count from the
 * part.
 */
const keptWords = new KeptParts<readonly Word[]>();
/** Tokens of parts of texts, as in `tokenTexts`. */
const keptTokens = new KeptParts<SpelledTokens>();

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
function visitParts(text: string, visit: (part: string, start: number) => boolean): void {
  visitPlaces(text, (start, end) => visit(text.slice(start, end), start));
}

/** Visits the places of the parts of a text, as `visitParts` does, without cutting them out. */
export function visitPlaces(text: string, visit: (start: number, end: number) => boolean): void {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text.charCodeAt(at) > spaceCode) continue;
    if (at > start && !visit(start, at)) return;
    start = at + 1;
  }
}

/** The words of a part, at places from its begin. */
export function wordsOfPart(part: string): readonly Word[] {
  return keptWords.get(part) ?? keptWords.keep(part, cutWords);
}

function tokensOfPart(part: string): SpelledTokens {
  return keptTokens.get(part) ?? keptTokens.keep(part, (own) => spelledTokens(cutWords(own)));
}

function cutWords(part: string): Word[] {
  const words: Word[] = [];
  for (const match of part.matchAll(mayHaveSigns.test(part) ? signedPattern : wordPattern)) {
    const [raw] = match;
    if (!isUnspaced(raw)) push(words, raw, match.index);
    else
      for (const run of scriptRuns(raw))
        if (run.isUnspaced) pushPairs(words, run.text, match.index + run.start);
        else push(words, run.text, match.index + run.start);
  }
  return words;
}

/** Tokens of a text with a space between two of them. */
interface SpelledTokens {
  tokens: string;
  /** The same with the second spellings of words in their places. */
  second: string;
}

/**
 * The tokens of a text of a record, with a space between two of them. Of a script without spaces the last
 * character follows the pairs, so that every character begins a token.
 */
export function tokenText(text: string): string {
  return joinParts(text, ({ tokens }) => tokens);
}

/** The token text of a text of a record, and where words have a second spelling, the whole text in it. */
export function tokenTexts(text: string): string[] {
  const tokens = tokenText(text);
  if (tokens === '') return [];
  if (!mayHaveSecond.test(text)) return [tokens];
  const second = joinParts(text, (part) => part.second);
  return second === tokens ? [tokens] : [tokens, second];
}

function joinParts(text: string, tokensOf: (part: SpelledTokens) => string): string {
  let all = '';
  visitParts(text, (part) => {
    const more = tokensOf(tokensOfPart(part));
    if (more !== '') all += all === '' ? more : ` ${more}`;
    return true;
  });
  return all;
}

function spelledTokens(words: readonly Word[]): SpelledTokens {
  const hasSecond = words.some((word) => word.second !== undefined);
  const tokens = joinTokens(words);
  return { tokens, second: hasSecond ? joinTokens(inSecondSpelling(words)) : tokens };
}

/** Words with the second spelling in place of those that have one. */
export function inSecondSpelling(words: readonly Word[]): Word[] {
  return words.flatMap((word) => word.second ?? word);
}

/** Tokens of words of a query in each of their spellings; signs of a word are never left out. */
export function spellingsOf(words: readonly Word[]): string[][] {
  const tokens = words.map(({ token }) => token);
  const second = words.flatMap((word) => (hasSigns(word.token) ? word : (word.second ?? word)));
  const others = second.map(({ token }) => token);
  return others.join(' ') === tokens.join(' ') ? [tokens] : [tokens, others];
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

/** A folded code with its dots, rings and strokes written as letters: `roed1` of `Rød-1`. */
export function foldCodeByDigraphs(code: string): string {
  return foldCode(withDigraphs(code));
}

/**
 * The tokens of a text that is read as one word, without the signs between its letters: `wifi` of `Wi-Fi`,
 * `buromobel` and `bueromoebel` of `Büro-Möbel`. None of a text of signs.
 */
export function joinedTokens(text: string): string[] {
  const letters = text.replace(separators, '');
  const tokens = new Set([tokenOf(letters), tokenOf(withDigraphs(letters))]);
  return [...tokens].filter((token) => token !== '');
}

/** Whether a token is a word with signs of its own: `c++`, `c#`, `.net`. */
export function hasSigns(token: string): boolean {
  return /[+#]$|^\./.test(token);
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
  const word = wordAt(raw, start, start + raw.length);
  if (word === null) return;
  const spelling = secondSpelling(raw, word);
  words.push(spelling === null ? word : { ...word, ...spelling });
}

function wordAt(text: string, start: number, end: number): Word | null {
  const written = writtenForm(text);
  if (written === '') return null;
  const token = baseForm(written);
  const word = { token, start, end };
  return token === written ? word : { ...word, written };
}

const mayHaveDigraphs = /[äöüåøđ]|[aou]\u0308|a\u030a/i;
/** Letters with dots, rings and strokes as people write them by two letters. */
const DIGRAPHS: Readonly<Record<string, string>> = {
  ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj',
}; // prettier-ignore

function withDigraphs(text: string): string {
  if (!mayHaveDigraphs.test(text)) return text;
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåøđ]/g, (letter) => DIGRAPHS[letter]!);
}

/** Articles, pronouns and conjunctions of French and Italian that lose their last vowel. */
const elided = new Set(
  'c d j jusqu l lorsqu m n puisqu qu quoiqu s t all bell coll dall dell nell quell quest sull un'.split(' '),
);
/** Shorter words with a possessive are none by themselves: `it's`, `TV's`. */
const possessiveUnitsMin = 4;
/** What English words have behind an apostrophe. */
const contracted = new Set('d ll m re s t ve'.split(' '));

type SecondSpelling = Pick<Word, 'second' | 'alike' | 'digraphs'>;

/** The second spelling of a word; null where it has one only. */
function secondSpelling(raw: string, { token, start, end }: Word): SecondSpelling | null {
  if (hasSigns(token)) {
    const plain = raw.replace(signs, '');
    // `c` is another word than `c++`.
    return plain.length < 2 ? null : second(wordAt(plain, start, end));
  }
  const parts = raw.replace(/['’]s$/i, '').split(/['’]/);
  if (parts.length > 1 && !contracted.has(parts.at(-1)!.toLowerCase())) {
    const words = wordsBetween(parts, start);
    const rest = elided.has(parts[0]!.toLowerCase()) ? tokenOf(parts.slice(1).join('')) : '';
    return { second: words, ...(rest.length < 2 ? {} : { alike: [rest] }) };
  }
  const other = (text: string): Word | null => {
    const word = wordAt(text, start, end);
    return word?.token === token ? null : word;
  };
  // `levis` of `Levi's`, but no `its` of `it's`.
  const joined = token.length < possessiveUnitsMin ? null : other(raw.replace(/['’]/g, ''));
  if (joined !== null) return { second: [joined], alike: [joined.token] };
  const spelled = other(withDigraphs(raw));
  return spelled === null ? null : { second: [spelled], alike: [spelled.token], digraphs: spelled.token };
}

const second = (word: Word | null) => (word === null ? null : { second: [word] });

/** The words of a text between its apostrophes. */
function wordsBetween(parts: readonly string[], start: number): Word[] {
  let at = start;
  return parts.flatMap((part) => {
    const word = wordAt(withDigraphs(part), at, at + part.length);
    at += part.length + 1;
    return word ?? [];
  });
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
