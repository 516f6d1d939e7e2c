import { Refusal } from '../refusal';
import { ENVIRONMENTS } from '../domain/platform/tenancy';
import { type Embedder, embedCached } from '../models';
import { type Stores } from '../stores';
import { type createReEmbed } from '../stores/documents/document-writes';
import { readNamedPlace, tenantOf } from './tenant';

/** Usage of the command line. */
export const reEmbedUsage = `Usage: npm run --silent reembed -- --organization <name> --environment <${ENVIRONMENTS.join('|')}> <collection>

  Makes the vectors of a collection anew with the embedding model that the environment configures (EMBEDDING_…). The old vectors
  stay until all new ones are there; then one write swaps them. Until then the collection answers by its old model and takes
  no new files. A run that broke off goes on when the command is given again; texts that were embedded before are not
  embedded again. Copies of the collection are collections of their own.

MongoDB and Elasticsearch are those of MONGODB_URL and ELASTICSEARCH_URL, else of the running stack (DATA_DIR, default .data).`;

/** Stores and models that the command works with. */
export interface ReEmbedDeps {
  stores: Pick<Stores, 'organizations' | 'collections' | 'embeddings'>;
  embedder: Embedder;
  reEmbed: ReturnType<typeof createReEmbed>;
}

/**
 * Reads the command line, all of it before anything is connected. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readReEmbedCommand(argv: readonly string[]): (deps: ReEmbedDeps) => Promise<string> {
  const place = readNamedPlace(argv, 'collection');
  return async ({ stores: { organizations, collections, embeddings: cache }, embedder, reEmbed }) => {
    const { name, environment } = place;
    const tenant = await tenantOf(organizations, place);
    const collection = await collections.find(tenant, name);
    if (collection === null) throw new Refusal(`${environment} has no collection ${name}.`);
    const { id: model, dimensions } = embedder;
    const never = new AbortController().signal;
    const vectorsOf = async (texts: readonly string[]) =>
      (await embedCached({ embedder, cache }, tenant.organizationId, texts, never)).vectors;
    switch (await reEmbed(collection._id, { model, dimensions, vectorsOf })) {
      case 'done':
        return `${name} has vectors of ${model} now.`;
      case 'kept':
        return `${name} has no vectors of another model than ${model}.`;
      case 'gone':
        throw new Refusal(`${name} was deleted meanwhile.`);
      case 'written_meanwhile':
        throw new Refusal(`${name} is written to all the time; run this again when its jobs have ended.`);
    }
  };
}
