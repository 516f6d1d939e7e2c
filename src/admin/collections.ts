import { type Db } from 'mongodb';
import { type Embedder, embedCached } from '../models';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { reEmbed } from '../stores/documents/document-writes';
import { type SearchIndex } from '../stores/documents/search-index';
import { type NamedPlace, requireTenant } from './tenant';

export interface ReembedDeps {
  stores: Pick<Stores, 'organizations' | 'collections' | 'embeddings'>;
  embedder: Embedder;
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
 * Replaces the vectors of a collection with those of the configured model, in one update once all are stored.
 * A call after an interruption resumes the work.
 *
 * @throws CommandError
 */
export async function reembedCollection(
  { stores: { organizations, collections, embeddings: cache }, embedder, db, search }: ReembedDeps,
  place: NamedPlace,
): Promise<ReembeddedCollection> {
  const { name, environment } = place;
  const tenant = await requireTenant(organizations, place);
  const collection = await collections.find(tenant, name);
  if (collection === null) throw new CommandError(`${environment} has no collection ${name}.`);
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
