import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalEmbeddingModel, localWeightsEnding } from '../../domain/platform/embedding-model';
import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type EmbeddingKind } from './embedder';

/** A local model: how its files are read, and how texts are handed to it. */
export interface LocalModel {
  /** Id of its vector space. Another conversion of the weights needs another one. */
  id: string;
  dimensions: number;
  /** Place of its files below the folder of the local models. */
  folder: string;
  tokenizer: 'wordpiece' | 'unigram';
  /** Most tokens of a text, with the two that frame it; further ones are ignored. */
  tokensMax: number;
  /** What precedes a text, by its purpose. */
  prefixes: Readonly<Record<EmbeddingKind, string>>;
  /**
   * Texts of one slice: less than 0.1 s of work, which is the longest wait of a query for documents, of an
   * organization for others, and of a cancelled call.
   */
  sliceTextsMax: number;
  /** Languages that it was trained on, as BCP-47 tags without a region. */
  languages: ReadonlySet<string>;
}

const idOf = (name: LocalEmbeddingModel): string => name + localWeightsEnding;

/**
 * The English model. It was trained on 256 tokens, which chunks keep to; the rest is room for the line of
 * context before a chunk.
 */
export const englishModel: LocalModel = {
  id: idOf('all-minilm-l6-v2'),
  dimensions: 384,
  folder: '',
  tokenizer: 'wordpiece',
  tokensMax: 288,
  prefixes: { document: '', query: '' },
  sliceTextsMax: 2,
  languages: new Set(['en']),
};

/** The model of many languages. Its languages are those of XLM-R, whose vocabulary it has. */
export const multilingualModel: LocalModel = {
  id: idOf('multilingual-e5-small'),
  dimensions: 384,
  folder: 'multilingual-e5-small',
  tokenizer: 'unigram',
  tokensMax: 512,
  prefixes: { document: 'passage: ', query: 'query: ' },
  sliceTextsMax: 1,
  languages: new Set(
    (
      'af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha he hi hr hu ' +
      'hy id is it ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my ne nl no om or pa pl ps pt ro ' +
      'ru sa sd si sk sl so sq sr su sv sw ta te th tl tr ug uk ur uz vi xh yi zh'
    ).split(' '),
  ),
};

export const localModels: readonly LocalModel[] = [englishModel, multilingualModel];

/** The local model of a name. */
export function localModelNamed(name: LocalEmbeddingModel): LocalModel {
  return localModels.find(({ id }) => id === idOf(name))!;
}

/** The local model of a vector space; undefined for another one. */
export function localModelOf({ model, dimensions }: EmbeddingSpace): LocalModel | undefined {
  return localModels.find((local) => local.id === model && local.dimensions === dimensions);
}

/** Whether the files of a model are in the folder of the local models. */
export function isModelThere(folder: string, { folder: own }: Pick<LocalModel, 'folder'>): boolean {
  return existsSync(join(folder, own, 'model.onnx'));
}
