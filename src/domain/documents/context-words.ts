import { foldedText } from '../platform/folded-text';
import { type ChunkContent } from './document';
import { readableText } from './readable-text';

/** Facts of a document that say what its chunks are about. */
export interface DescribedDocument {
  filename: string;
  title: string | null;
}

type DescribedChunk = Pick<ChunkContent, 'type' | 'text' | 'location' | 'leadLines' | 'headingPath'>;

/** Characters of the context of one chunk: about 30 tokens. */
const contextCharsMax = 120;
const nameCharsMax = 200;
const ending = /\.[a-z][a-z0-9]{1,4}$/i;
const year = /^(?:19|20)\d\d$/;
/** Names that programs give: they say nothing about the content. */
const emptyNames =
  /^(?:snippet|document|doc|file|scan|scanned|image|img|page|untitled|unnamed|download|attachment|upload|text|note|copy|book|sheet|data|export|test)s?$/i;

/**
 * The words of a file name, without its ending: separators, changes of case and years separate them. A name
 * whose words were joined is kept beside its parts, as in `AnnualReport2018 Annual Report 2018`.
 */
export function nameWords(filename: string): string {
  return separated(stemOf(filename)).flatMap(withParts).join(' ');
}

const stemOf = (filename: string): string => filename.slice(0, nameCharsMax).replace(ending, '');

function separated(name: string): string[] {
  return name.split(/[\s_.,;:?!"()[\]{}+~-]+/).filter((part) => part !== '');
}

function withParts(name: string): string[] {
  const parts = partsOf(name);
  return parts.length > 1 ? [name, ...parts] : parts;
}

/** Parts of a joined name, such as `AnnualReport` and `FY2018`; the name alone where it has none. */
function partsOf(name: string): string[] {
  return name
    .split(
      /(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=(?:19|20)\d\d(?!\d))|(?<=(?<!\d)(?:19|20)\d\d)(?=\p{L})/u,
    )
    .filter((part) => part !== '');
}

/**
 * The words by which a query may name the document of a chunk: those of the file name, and the numbers and
 * missing words of the title. A year of a report stands in the texts of other years too, so that numbers
 * count even where the text has them.
 *
 * @param text text of the chunk
 */
export function documentWords({ filename, title }: DescribedDocument, text: string): string {
  const known = wordsOf(`${filename} ${text}`);
  const ofTitle = [...wordsOf(title ?? '')].filter((word) => /^\d+$/.test(word) || !known.has(word));
  return [nameWords(filename), ...ofTitle].join(' ').trim();
}

/**
 * The words of a query that may name a document. A query writes `FY2018` and `Best Buy` where a file name has
 * `2018` and `BESTBUY`.
 */
export function queriedDocumentWords(query: string): string {
  const words = separated(query).flatMap(withParts);
  const pairs = words.slice(0, pairedWordsMax).flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    return isJoinable(word) && isJoinable(next) ? [word + next] : [];
  });
  return [...words, ...pairs].join(' ');
}

const pairedWordsMax = 40;
const isJoinable = (word: string): boolean => /^[\p{L}\p{N}]{2,}$/u.test(word) && !/^\d+$/.test(word);

/**
 * The text of a chunk as it is embedded: behind a line with the document's name, the nearest headings and
 * its title, as far as the text does not say them itself.
 */
export function embeddedText(document: DescribedDocument, chunk: DescribedChunk): string {
  const text = readableText(chunk);
  const context = contextOf(document, chunk.headingPath, text);
  return context === '' ? text : `${context}\n${text}`;
}

function contextOf(
  { filename, title }: DescribedDocument,
  headings: readonly string[],
  text: string,
): string {
  const said = wordsOf(text);
  const told: string[] = [];
  let room = contextCharsMax;
  for (const part of [tellingName(filename), ...headings.slice(-2), title ?? '']) {
    const words = wordsOf(part);
    const isNew = [...words].some((word) => !said.has(word));
    const fitting = isNew ? wholeWords(part, room) : '';
    if (fitting === '') continue;
    told.push(fitting);
    room -= fitting.length + 2;
    for (const word of words) said.add(word);
  }
  return told.join(': ');
}

/** The first words of a text, as many as have room. */
function wholeWords(text: string, room: number): string {
  if (text.length <= room) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf(' ', Math.max(0, room))));
}

/** The words of a file name that say something; numbers other than years and ids do not. */
function tellingName(filename: string): string {
  const words = separated(stemOf(filename))
    .flatMap(partsOf)
    .filter((word) => year.test(word) || (/\p{L}/u.test(word) && word.length <= 24 && !isId(word)));
  return words.every((word) => year.test(word) || emptyNames.test(word)) ? '' : words.join(' ');
}

/** Whether letters and digits alternate as in hashes and counters. */
const isId = (word: string): boolean => (word.match(/\d+|\p{L}+/gu) ?? []).length > 3;

function wordsOf(text: string): Set<string> {
  return new Set(
    foldedText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}
