import type { NearSpan, PiiSpan } from '../engine';
import { labelAddressed } from './addressed-names';
import { characterTable } from './characters';
import { labelKnown } from './known-names';
import { type LabelledText, labelRuns, type Run } from './label-runs';
import { WORD } from './lexicon';
import { createDecoder, labelCount, LABELS, type LinearModel } from './linear-model';
import { labelNameColumns } from './name-columns';
import { describeSurroundings, type Surroundings } from './surroundings';
import { createTokenizer, type Tokens } from './tokens';

/** Tags whose bound the tagger knows, with the bounds that differ from the default. */
export type TaggerBounds = Partial<Record<'PERSON' | 'ADDRESS', 'stricter' | 'wider'>>;

/** Finds persons, addresses, dates of birth, user names and medical record numbers. */
export interface Tagger {
  /**
   * Spans of a text, sorted, without overlaps.
   *
   * @param found spans of rules, sorted, without overlaps: the tagger treats each as one word
   */
  tag(text: string, found: readonly PiiSpan[], bounds: TaggerBounds): PiiSpan[];
  /** The same with all bounds at `wider` and with the score of each span. */
  tagWider(text: string, found: readonly PiiSpan[]): NearSpan[];
  /** Whether a word is the known name of a city, or of a country or region. */
  isPlace(word: string): { city: boolean; region: boolean };
}

/** By how much a bound that is not the default moves the score of a label. */
const boundShift = 350;
/** Difference of scores at which the score of a span is about 0.73. */
const marginOfScore = 300;
const widerBounds: TaggerBounds = { PERSON: 'wider', ADDRESS: 'wider' };

/** Creates a tagger for a model. Its working memory grows with the longest text. */
export function createTagger(model: LinearModel): Tagger {
  const tokenizer = createTokenizer(characterTable(), model.lexicon);
  const decoder = createDecoder();
  let around: Surroundings | null = null;
  let labels = new Uint8Array(1024);
  let placed = new Uint8Array(1024);

  function labelText(text: string, found: readonly PiiSpan[], bounds: TaggerBounds): LabelledText {
    const tokens = tokenizer.tokenize(text, found);
    const surroundings = (around = describeSurroundings(tokens, around));
    if (labels.length < tokens.count) {
      labels = new Uint8Array(tokens.start.length);
      placed = new Uint8Array(tokens.start.length);
    }
    placed.fill(0, 0, tokens.count);
    const { weights } = model;
    decoder.decode(tokens, surroundings, weights, labels, shiftsOf(bounds));
    const margin = (index: number, label: number) =>
      decoder.margin(tokens, surroundings, weights, index, label);
    labelKnown({ text, tokens, around: surroundings, labels, margin });
    labelAddressed(text, tokens, surroundings, { labels, placed });
    labelNameColumns(text, tokens, surroundings, { labels, placed });
    return { text, tokens, around: surroundings, labels, placed, margin };
  }

  return {
    tag: (text, found, bounds) => {
      const labelled = labelText(text, found, bounds);
      return labelRuns(labelled, bounds).map((run) => spanOf(labelled.tokens, run));
    },
    tagWider: (text, found) => {
      const labelled = labelText(text, found, widerBounds);
      return labelRuns(labelled, widerBounds).map((run) => ({
        ...spanOf(labelled.tokens, run),
        score: scoreOf(labelled, run),
      }));
    },
    isPlace: (word) => {
      const { bits, count } = tokenizer.tokenize(word, []);
      const known = count === 1 ? bits[0]! : 0;
      return { city: (known & WORD.city) !== 0, region: (known & WORD.region) !== 0 };
    },
  };
}

const spanOf = ({ start, end }: Tokens, { from, to, tag }: Run): PiiSpan => ({
  start: start[from]!,
  end: end[to - 1]!,
  tag,
});

function shiftsOf(bounds: TaggerBounds): Int32Array | null {
  const tags = Object.entries(bounds);
  if (tags.length === 0) return null;
  const shifts = new Int32Array(labelCount);
  for (const [tag, bound] of tags)
    shifts[(LABELS as readonly string[]).indexOf(tag)] = bound === 'wider' ? boundShift : -boundShift;
  return shifts;
}

/** Score of a run: that of its weakest token, on a logistic curve. */
function scoreOf({ margin }: LabelledText, { from, to, tag }: Run): number {
  const label = (LABELS as readonly string[]).indexOf(tag);
  let weakest = Infinity;
  for (let index = from; index < to; index++) weakest = Math.min(weakest, margin(index, label));
  return 1 / (1 + Math.exp(-weakest / marginOfScore));
}
