import type { PiiSpan } from '../engine';
import { labelAddressed } from './addressed-names';
import { characterTable } from './characters';
import { labelSpans } from './label-spans';
import { WORD } from './lexicon';
import { createDecoder, type LinearModel } from './linear-model';
import { describeSurroundings, type Surroundings } from './surroundings';
import { createTokenizer } from './tokens';

/** Finds persons, addresses, dates of birth, user names and medical record numbers. */
export interface Tagger {
  /**
   * Spans of a text, sorted, without overlaps.
   *
   * @param found spans of rules, sorted, without overlaps: the tagger treats each as one word
   */
  tag(text: string, found: readonly PiiSpan[]): PiiSpan[];
  /** Whether a word is the known name of a city, or of a country or region. */
  isPlace(word: string): { city: boolean; region: boolean };
}

/** Creates a tagger for a model. Its working memory grows with the longest text. */
export function createTagger(model: LinearModel): Tagger {
  const tokenizer = createTokenizer(characterTable(), model.lexicon);
  const decoder = createDecoder();
  let around: Surroundings | null = null;
  let labels = new Uint8Array(1024);
  return {
    tag: (text, found) => {
      const tokens = tokenizer.tokenize(text, found);
      around = describeSurroundings(tokens, around);
      if (labels.length < tokens.count) labels = new Uint8Array(tokens.start.length);
      decoder.decode(tokens, around, model.weights, labels);
      labelAddressed(text, tokens, around, labels);
      return labelSpans(text, tokens, around, labels);
    },
    isPlace: (word) => {
      const { bits, count } = tokenizer.tokenize(word, []);
      const known = count === 1 ? bits[0]! : 0;
      return { city: (known & WORD.city) !== 0, region: (known & WORD.region) !== 0 };
    },
  };
}
