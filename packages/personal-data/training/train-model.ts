import { writeModel } from '../src/tagger/model-file';
import { createCorpus } from './corpus';
import { makeExamples } from './examples';
import { trainPerceptron } from './perceptron';
import { makeWordLists } from './word-lists';

/** What a training depends on: the same answers give the same bytes. */
export interface TrainingOptions {
  /** Words in lower case, frequent ones first. */
  vocabulary: readonly string[];
  texts: number;
  epochs: number;
  seed: number;
  /** Lead that labels of personal data need over none: more of it means fewer masks, right and wrong. */
  lead: number;
  /** The same in texts about goods. */
  goodsLead: number;
  report: (line: string) => void;
}

/** The bytes of a trained model. */
export function trainModel({
  vocabulary,
  texts,
  epochs,
  seed,
  lead,
  goodsLead,
  report,
}: TrainingOptions): Buffer {
  const lists = makeWordLists(vocabulary);
  report(`${lists.hashes.length} words`);
  const corpus = createCorpus(seed, lists);
  const examples = makeExamples(corpus, lists, texts, seed + 1);
  report(`${examples.starts.at(-1)!} tokens in ${texts} texts`);
  const { rows, steps } = trainPerceptron(examples, epochs, seed + 2, report);
  return writeModel({ hashes: lists.hashes, bits: lists.bits, rows, steps, lead, goodsLead });
}
