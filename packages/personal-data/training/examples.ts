import { findByRules } from '../src/rules';
import { isCompound, rankOfCompound } from '../src/tagger/compounds';
import { characterTable } from '../src/tagger/characters';
import { featureCount, writeFeatures } from '../src/tagger/features';
import { createLexicon, type Lexicon, WORD } from '../src/tagger/lexicon';
import { LABELS } from '../src/tagger/linear-model';
import { SHAPE } from '../src/tagger/shapes';
import { describeSurroundings } from '../src/tagger/surroundings';
import { compoundWord, createTokenizer, type Tokens, unknownWord } from '../src/tagger/tokens';
import { createDice, type Dice } from '../../../bench/generate/dice';
import type { Corpus } from './corpus';
import type { Piece } from './filling';
import type { WordLists } from './word-lists';

/** Labelled tokens as rows of weights: text after text. */
export interface Examples {
  /** First token of each text, and the end. */
  starts: Int32Array;
  /** `featureCount` rows for each token. */
  features: Int32Array;
  labels: Uint8Array;
}

/** Share of the words of names and places that are learned as if no list had them. */
const unlistedNames = 0.35;
const unlistedWords = 0.02;
const tokensOfText = 64;

/** The examples of `count` texts. */
export function makeExamples(corpus: Corpus, lists: WordLists, count: number, seed: number): Examples {
  const dice = createDice(seed);
  const lexicon = createLexicon(lists.hashes, lists.bits);
  const tokenizer = createTokenizer(characterTable(), lexicon);
  const starts = new Int32Array(count + 1);
  let features = new Int32Array(count * tokensOfText * featureCount);
  let labels = new Uint8Array(count * tokensOfText);
  let total = 0;
  for (let text = 0; text < count; text++) {
    const pieces = corpus.next();
    const joined = pieces.map((piece) => piece.text).join('');
    const tokens = tokenizer.tokenize(joined, findByRules(joined, 'all'));
    if (total + tokens.count > labels.length) {
      labels = grown(labels, new Uint8Array(labels.length * 2));
      features = grown(features, new Int32Array(features.length * 2));
    }
    label(pieces, tokens, labels.subarray(total));
    forget(joined, tokens, labels.subarray(total), { dice, lexicon });
    const around = describeSurroundings(tokens, null);
    for (let index = 0; index < tokens.count; index++)
      writeFeatures(tokens, around, index, features, (total + index) * featureCount);
    total += tokens.count;
    starts[text + 1] = total;
  }
  return { starts, features, labels };
}

function grown<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Labels tokens by the piece in which they start; values that rules find are no task of the tagger. */
function label(pieces: readonly Piece[], tokens: Tokens, labels: Uint8Array): void {
  let piece = 0;
  let end = pieces[0]?.text.length ?? 0;
  for (let index = 0; index < tokens.count; index++) {
    while (tokens.start[index]! >= end && piece + 1 < pieces.length) end += pieces[++piece]!.text.length;
    const name = tokens.shape[index] === SHAPE.found ? 'O' : pieces[piece]!.label;
    labels[index] = (LABELS as readonly string[]).indexOf(name);
  }
}

/** Makes the tagger forget some words, so that it also learns from form and surroundings. */
function forget(
  text: string,
  tokens: Tokens,
  labels: Uint8Array,
  { dice, lexicon }: { dice: Dice; lexicon: Lexicon },
): void {
  const { folded } = characterTable();
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.suffix2[index] === 0) continue;
    const bits = tokens.bits[index]!;
    if (bits >>> WORD.cueShift !== 0 || (bits & (WORD.street | WORD.organization)) !== 0) continue;
    if (dice.fraction() >= (labels[index] === 0 ? unlistedWords : unlistedNames)) continue;
    const isTitle = (tokens.shape[index]! & ~SHAPE.foreign) === SHAPE.title;
    const isMade = isTitle && isCompound(text, tokens.start[index]!, tokens.end[index]!, folded, lexicon);
    tokens.word[index] = isMade ? compoundWord : unknownWord;
    tokens.bits[index] = isMade ? rankOfCompound : 0;
  }
}
