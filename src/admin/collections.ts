import { type Db } from 'mongodb';
import { englishShareOf } from '../domain/documents/language-counts';
import { type EmbeddingModelChoice } from '../domain/platform/embedding-model';
import { type ChooseEmbedder, embedCached } from '../models';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { reEmbed } from '../stores/documents/document-writes';
import { type SearchIndex } from '../stores/documents/search-index';
import { type NamedPlace, requireTenant } from './tenant';

export interface ReembedDeps {
  stores: Pick<Stores, 'organizations' | 'collections' | 'embeddings'>;
  chooseEmbedder: ChooseEmbedder;
  db: Db;
  search: SearchIndex;
}

/** Outcome; `changed` is false where the collection had no vectors of another model. */
export interface ReembeddedCollection {
  collection: string;
  model: string;
  changed: boolean;
}

/**
 * Replaces the vectors of a collection with those of another model, in one update once all are stored. A call
 * after an interruption resumes the work.
 *
 * @param choice the model, which the collection keeps as its choice; default its present choice
 * @throws CommandError
 */
export async function reembedCollection(
  { stores: { organizations, collections, embeddings: cache }, chooseEmbedder, db, search }: ReembedDeps,
  place: NamedPlace,
  choice?: EmbeddingModelChoice,
): Promise<ReembeddedCollection> {
  const { name, environment } = place;
  const tenant = await requireTenant(organizations, place);
  const collection = await collections.find(tenant, name);
  if (collection === null) throw new CommandError(`${environment} has no collection ${name}.`);
  if (choice !== undefined) await collections.chooseModel(collection._id, choice);
  const englishShare = englishShareOf(collection.languages ?? {});
  const embedder = chooseEmbedder(choice ?? collection.embeddingModel ?? 'auto', englishShare);
  const { id: model, dimensions } = embedder;
  const never = new AbortController().signal;
  const vectorsOf = async (texts: readonly string[]) =>
    (await embedCached({ embedder, cache }, tenant.organizationId, texts, never)).vectors;
  switch (await reEmbed({ db, search }, collection._id, { model, dimensions, vectorsOf })) {
    case 'done':
      return { collection: name, model, changed: true };
    case 'kept':
      return { collection: name, model, changed: false };
    case 'gone':
      throw new CommandError(`${name} was deleted meanwhile.`);
    case 'written_meanwhile':
      throw new CommandError(`${name} is written to all the time; run this again when its jobs have ended.`);
  }
}
