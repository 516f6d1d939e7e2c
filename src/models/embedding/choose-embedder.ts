import { type EmbeddingModelChoice } from '../../domain/platform/embedding-model';
import { type Embedder } from './embedder';
import { englishModel, isModelThere, localModelNamed, multilingualModel } from './local-models';
import { type QueryEmbedders } from './query-embedders';

/** Share of chunks in English from which the English model is chosen. */
const englishShareMin = 0.5;

/**
 * The embedder of a collection that has no vectors, by its choice and the share of English among its first
 * chunks of known language. `auto` is the configured endpoint. Without one it is the English model from a share
 * of one half on, else the model of many languages where its files are there.
 */
export type ChooseEmbedder = (choice: EmbeddingModelChoice, englishShare: number) => Embedder;

/** Creates the choice among the configured model and the local ones in `folder`. */
export function createEmbedderChoice(
  folder: string,
  configured: Embedder,
  embedders: Pick<QueryEmbedders, 'of'>,
): ChooseEmbedder {
  const local = ({ id, dimensions }: typeof englishModel) => embedders.of({ model: id, dimensions })!;
  return (choice, englishShare) => {
    if (choice !== 'auto') return local(localModelNamed(choice));
    if (configured.id !== englishModel.id || englishShare >= englishShareMin) return configured;
    return isModelThere(folder, multilingualModel) ? local(multilingualModel) : configured;
  };
}
