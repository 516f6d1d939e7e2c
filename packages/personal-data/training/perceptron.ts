import { featureCount } from '../src/tagger/features';
import { findPath, labelCount, LABELS, weightCount } from '../src/tagger/linear-model';
import { createDice, type Dice } from '../../../bench/generate/dice';
import type { Examples } from './examples';

const longestText = 4096;
/** By how much the right label has to lead: over personal labels where it is none, and the other way round. */
const marginOfPublic = 6;
const marginOfPersonal = 6;
const quantileKept = 0.9998;

/** Weights as numbers of one byte, and steps on the same scale. */
export interface TrainedWeights {
  rows: Int8Array;
  steps: Int32Array;
}

interface Learner {
  weights: Int32Array;
  /** Sum of updates, each times the moment at which it was made: for the average of all moments. */
  moments: Float64Array;
}

const createLearner = (size: number): Learner => ({
  weights: new Int32Array(size),
  moments: new Float64Array(size),
});

/**
 * Trains an averaged structured perceptron (Collins 2002) with a margin: each text is labelled with the
 * weights so far, and weights of wrong labels move to the right ones.
 */
export function trainPerceptron(
  examples: Examples,
  epochs: number,
  seed: number,
  report: (line: string) => void,
): TrainedWeights {
  const rows = createLearner(weightCount);
  const steps = createLearner(labelCount * labelCount);
  const texts = Int32Array.from({ length: examples.starts.length - 1 }, (_, text) => text);
  const dice = createDice(seed);
  const working = {
    scores: new Int32Array(longestText * labelCount),
    back: new Uint8Array(longestText * labelCount),
    labels: new Uint8Array(longestText),
  };
  let moment = 1;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(texts, dice);
    let wrong = 0;
    for (const text of texts) {
      const from = examples.starts[text]!;
      const size = Math.min(examples.starts[text + 1]! - from, longestText);
      if (size > 0) wrong += learnText(examples, from, size, { rows, steps, working, moment });
      moment++;
    }
    report(`epoch ${epoch}: ${wrong} of ${examples.starts.at(-1)!} tokens wrong or too close`);
  }
  return quantize(average(rows, moment), average(steps, moment));
}

function shuffle(list: Int32Array, dice: Dice): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = dice.between(0, last);
    [list[last], list[other]] = [list[other]!, list[last]!];
  }
}

interface Learning {
  rows: Learner;
  steps: Learner;
  working: { scores: Int32Array; back: Uint8Array; labels: Uint8Array };
  moment: number;
}

function learnText(examples: Examples, from: number, size: number, learning: Learning): number {
  const { rows, steps, working, moment } = learning;
  const { features, labels } = examples;
  scoreText(examples, from, size, rows.weights, working.scores);
  findPath(working.scores, working.back, size, steps.weights, working.labels, 0);
  let wrong = 0;
  for (let index = 0; index < size; index++) {
    const right = labels[from + index]!;
    const guess = working.labels[index]!;
    if (index > 0) {
      const rightStep = labels[from + index - 1]! * labelCount + right;
      const guessStep = working.labels[index - 1]! * labelCount + guess;
      if (rightStep !== guessStep) {
        update(steps, rightStep, 1, moment);
        update(steps, guessStep, -1, moment);
      }
    }
    if (right === guess) continue;
    wrong++;
    for (let feature = 0; feature < featureCount; feature++) {
      const row = features[(from + index) * featureCount + feature]! * labelCount;
      update(rows, row + right, 1, moment);
      update(rows, row + guess, -1, moment);
    }
  }
  return wrong;
}

function update({ weights, moments }: Learner, at: number, by: number, moment: number): void {
  weights[at]! += by;
  moments[at]! += by * moment;
}

/** Scores of each token and label; labels that would be wrong get the margin on top. */
function scoreText(
  { features, labels }: Examples,
  from: number,
  size: number,
  weights: Int32Array,
  scores: Int32Array,
): void {
  const firstPublic = LABELS.indexOf('LOCATION');
  for (let index = 0; index < size; index++) {
    const right = labels[from + index]!;
    const isPersonal = right > 0 && right < firstPublic;
    for (let label = 0; label < labelCount; label++)
      scores[index * labelCount + label] =
        label === right
          ? 0
          : isPersonal
            ? marginOfPersonal
            : label > 0 && label < firstPublic
              ? marginOfPublic
              : 1;
    addRows(weights, features, (from + index) * featureCount, scores, index * labelCount);
  }
}

/** Adds the weights of a token's rows to its scores, label by label: the inner loop of the training. */
function addRows(
  weights: Int32Array,
  features: Int32Array,
  from: number,
  scores: Int32Array,
  at: number,
): void {
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0,
    s4 = 0,
    s5 = 0,
    s6 = 0,
    s7 = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    const row = features[from + feature]! * labelCount;
    s0 += weights[row]!;
    s1 += weights[row + 1]!;
    s2 += weights[row + 2]!;
    s3 += weights[row + 3]!;
    s4 += weights[row + 4]!;
    s5 += weights[row + 5]!;
    s6 += weights[row + 6]!;
    s7 += weights[row + 7]!;
  }
  scores[at]! += s0;
  scores[at + 1]! += s1;
  scores[at + 2]! += s2;
  scores[at + 3]! += s3;
  scores[at + 4]! += s4;
  scores[at + 5]! += s5;
  scores[at + 6]! += s6;
  scores[at + 7]! += s7;
}

const average = ({ weights, moments }: Learner, moment: number): Float64Array =>
  Float64Array.from(weights, (weight, at) => weight - moments[at]! / moment);

function quantize(rows: Float64Array, steps: Float64Array): TrainedWeights {
  const sizes = rows
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const scale = 127 / (sizes[Math.floor(sizes.length * quantileKept)] ?? 127);
  const toByte = (weight: number): number => Math.max(-127, Math.min(127, Math.round(weight * scale)));
  return {
    rows: Int8Array.from(rows, toByte),
    steps: Int32Array.from(steps, (step) => Math.round(step * scale)),
  };
}
