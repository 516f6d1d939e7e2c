import { readModel } from './model-file';
import modelFile from './pii-linear-1.json';
import { createTagger, type Tagger } from './tagger';

/** Name of the model of `sharedTagger`. */
export const taggerModel = modelFile.model;

let tagger: Tagger | undefined;

/** The tagger with the committed weights, which the first call reads. Calls must not overlap. */
export function sharedTagger(): Tagger {
  tagger ??= createTagger(readModel(Buffer.from(modelFile.bytes, 'base64')));
  return tagger;
}
