import { setOf } from './name-words';
import { isCapital, isParticle, labelPerson, mayBeName, nameEnd, type PlacedLabels } from './placed-names';
import { SHAPE } from './shapes';
import { wordAt } from './token-forms';
import { signIdentity, type Tokens } from './tokens';

// Local constants: reading those of other modules for each token would take a tenth of the time.
const { found } = SHAPE;
const dot = signIdentity + 46;
/** Rank from which a word of the language is rare enough to be a name. */
const rankOfRare = 4;
/** Most particles before a family name. */
const particlesMax = 3;

/** Titles that stand before nothing but names. */
const titles = setOf(
  'mr mrs miss herr herrn frau mme madame monsieur mlle señora señor señorita sra srta signora signor mevrouw dhr pani',
);
/** Titles that are other words as well. */
const possibleTitles = setOf(
  'ms dr prof professor sr sig dott dottssa mevr pan panie don doña hr fr maître judge sir',
);
/** Titles that stand before a particle of a name, in lower case too. */
const titlesOfParticles = setOf('meneer mw heer');
/** First particles behind a title; behind others stand nouns: `Monsieur le Maire`, `Herr der Ringe`. */
const titledParticles = setOf('van von vom de del della di da do dos das du ten ter te zu al el ap af av');

/** Whether a word in lower case is a title. */
export const isTitle = (word: string): boolean => titles.has(word) || possibleTitles.has(word);

/** Whether a run of tokens begins with a title. */
export const startsWithTitle = (text: string, tokens: Tokens, index: number): boolean =>
  isTitle(wordAt(text, tokens, index));

/** Labels titles, and the words with capitals behind them, as the name of a person. */
export function labelTitled(text: string, tokens: Tokens, marks: PlacedLabels, index: number): void {
  let at = index;
  let isSure = false;
  // Several titles in a row: Frau Prof. Dr.
  while (at < tokens.count && (at === index || isCapital(tokens, at)) && startsWithTitle(text, tokens, at)) {
    isSure ||= titles.has(wordAt(text, tokens, at));
    at++;
    if (tokens.word[at] === dot) at++;
  }
  const end = nameEnd(tokens, at);
  if (end === at) return;
  const mayBe = (place: number): boolean =>
    tokens.shape[place]! > found && mayBeName(tokens, place, rankOfRare);
  if (!isSure && !Array.from({ length: end - at }, (_, place) => at + place).some(mayBe)) return;
  labelPerson(marks, index, end);
}

/**
 * Labels a family name behind a title and particles, with both: `mevrouw de Vries`, `Frau Dr. zu Guttenberg`.
 *
 * @param index of the first word behind the particles
 */
export function labelBehindParticles(text: string, tokens: Tokens, marks: PlacedLabels, index: number): void {
  let first = index;
  while (first > 0 && index - first < particlesMax && isParticle(text, tokens, first - 1)) first--;
  if (first === index || !titledParticles.has(wordAt(text, tokens, first))) return;
  let start = first;
  for (let at = titleBefore(text, tokens, start); at !== null; at = titleBefore(text, tokens, start))
    start = at;
  if (start === first || !mayBeName(tokens, index, rankOfRare)) return;
  labelPerson(marks, start, nameEnd(tokens, index));
}

/** The title that ends before a token, with its full stop if it has one; null for none. */
function titleBefore(text: string, tokens: Tokens, index: number): number | null {
  const hasDot = tokens.word[index - 1] === dot;
  const at = index - (hasDot ? 2 : 1);
  if (at < 0 || tokens.shape[at]! <= found) return null;
  const word = wordAt(text, tokens, at);
  const isSure = titles.has(word) || titlesOfParticles.has(word);
  return isSure || (hasDot && possibleTitles.has(word)) ? at : null;
}
