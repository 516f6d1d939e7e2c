import { type ClientSession, type Db } from 'mongodb';
import { type CollectionCounts, noCounts } from '../../../domain/documents/collection';
import { type CollectionBound, type CollectionBounds } from '../../../domain/documents/masking';
import { type PiiTag } from '../../../domain/platform/personal-data';
import { type LanguageCounts } from '../../../domain/documents/language-counts';
import { type EmbeddingModelChoice } from '../../../domain/platform/embedding-model';
import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { copiedLayers, type Layer, type Layered, ownLayer } from '../../../domain/documents/layers';
import { type Environment, type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { createNamespaceStore } from './namespaces';
import { newId } from '../../mongo/new-id';
import { createTransact } from '../../mongo/transactions';
import { ownedBy } from '../../mongo/owned-by';

/**
 * A collection: a name, and the rows of namespaces that it shows. Its content changes by changes of this row.
 */
export interface CollectionRow extends Tenant, Layered {
  _id: string;
  name: string;
  description: string | null;
  /** JSON text of the caller's metadata. */
  metadata: string | null;
  active: boolean;
  /** Last number of its own namespace that a copy shows: rows up to it never change in place. */
  frozenAt: number;
  counts: CollectionCounts;
  /** Bounds of masking; absent until one is set. */
  maskingBounds?: CollectionBounds;
  /** Chunks by language. Absent until the first document is shown. */
  languages?: LanguageCounts;
  /** Approximate number of hidden rows of inherited layers; above a bound the collection is flattened. */
  hidden: number;
  /** A running flattening: the namespace that it writes to, the layers that it reads, and its position. */
  flattening?: { namespace: string; layers: Layer[]; after: string | null };
  /** A running change of the embedding model, in the same form. */
  reEmbedding?: { namespace: string; layers: Layer[]; after: string | null; embedding: EmbeddingSpace };
  /** Null until the first document is written. */
  embedding: EmbeddingSpace | null;
  /** Choice of the model while there is no document; absent for `auto`. */
  embeddingModel?: EmbeddingModelChoice;
  /** Namespace of its tombstones for syncs; absent until there is one. */
  syncTombstones?: string;
  /** Time at which the last job for it was accepted. */
  jobAcceptedAt?: Date;
  createdAt: Date;
  updatedAt: Date;
}

export const collectionIndexes: CollectionIndexes = {
  collection: 'collections',
  indexes: [
    { key: { organizationId: 1, environment: 1, name: 1 }, unique: true },
    { key: { organizationId: 1, environment: 1, createdAt: -1, name: 1 } },
    { key: { 'layers.namespace': 1 } },
    { key: { 'flattening.namespace': 1 }, sparse: true },
    { key: { 'reEmbedding.namespace': 1 }, sparse: true },
    { key: { syncTombstones: 1 }, sparse: true },
  ],
};

/** Outcome of a copy: the rows of source and copy, or the reason of a refusal. */
export type CopyOutcome =
  | { state: 'copied'; source: CollectionRow; copy: CollectionRow }
  | { state: 'source_missing' }
  | { state: 'target_name_in_use' };

export type MoveOutcome =
  | { state: 'moved'; collection: CollectionRow; from: Environment }
  | { state: 'missing' }
  | { state: 'job_running'; jobId: string }
  | { state: 'name_taken' };

/**
 * Creates the store of collections. Copy, wipe, delete and move change only the collection's row, whatever
 * its size; the collector removes rows that no collection names.
 */
export function createCollectionStore(db: Db) {
  const rows = db.collection<CollectionRow>(collectionIndexes.collection);
  const namespaces = createNamespaceStore(db);
  const transact = createTransact(db.client);
  const named = (tenant: Tenant, name: string) => ({ ...ownedBy(tenant), name });

  const store = {
    /** A tenant's collection by name; null without one. */
    find: (tenant: Tenant, name: string): Promise<CollectionRow | null> => rows.findOne(named(tenant, name)),

    /** A collection by an id that the service itself has stored. */
    findById: (collectionId: string, session?: ClientSession): Promise<CollectionRow | null> =>
      rows.findOne({ _id: collectionId }, { ...(session && { session }) }),

    /** The given ids that belong to collections of the organization, in any environment. */
    async known(organizationId: string, collectionIds: readonly string[]): Promise<string[]> {
      const filter = { _id: { $in: [...collectionIds] }, organizationId };
      const found = await rows.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },

    /** Ids of all collections of all organizations, in order, after `after`. */
    async ids(after: string | null, limit: number): Promise<string[]> {
      const found = await rows
        .find(after === null ? {} : { _id: { $gt: after } }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** A page of a tenant's collections, newest first, then by name. */
    async list(
      tenant: Tenant,
      page: { offset: number; limit: number },
    ): Promise<{ collections: CollectionRow[]; total: number }> {
      const owned = ownedBy(tenant);
      const [collections, total] = await Promise.all([
        rows.find(owned).sort({ createdAt: -1, name: 1 }).skip(page.offset).limit(page.limit).toArray(),
        rows.countDocuments(owned),
      ]);
      return { collections, total };
    },

    /** The collection of this name, created if missing. Of concurrent calls exactly one returns `created`. */
    async ensure(
      tenant: Tenant,
      name: string,
      facts: Pick<CollectionRow, 'description' | 'metadata' | 'embeddingModel'>,
    ): Promise<{ collection: CollectionRow; created: boolean }> {
      for (;;) {
        const existing = await store.find(tenant, name);
        if (existing !== null) return { collection: existing, created: false };
        const layers = [ownLayer(await namespaces.create(tenant.organizationId))];
        const collection: CollectionRow = {
          ...fresh(tenant, name),
          ...facts,
          layers,
          sequence: 0,
          counts: noCounts,
          hidden: 0,
          embedding: null,
        };
        try {
          await rows.insertOne(collection);
          return { collection, created: true };
        } catch (error) {
          // Another request has created it, and may have removed it since.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** Sets the bound of a kind of personal data. Returns the row afterwards; null without a collection. */
    setMaskingBound: (
      tenant: Tenant,
      name: string,
      tag: PiiTag,
      bound: CollectionBound,
    ): Promise<CollectionRow | null> =>
      rows.findOneAndUpdate(
        named(tenant, name),
        { $set: { [`maskingBounds.${tag}`]: bound, updatedAt: bound.setAt } },
        { returnDocument: 'after' },
      ),

    /** Stores the choice of the embedding model, which counts from the next first document on. */
    async chooseModel(collectionId: string, embeddingModel: EmbeddingModelChoice): Promise<void> {
      await rows.updateOne({ _id: collectionId }, { $set: { embeddingModel, updatedAt: new Date() } });
    },

    /** Removes a collection, whose name is free at once. Returns its row; null without one. */
    remove: (tenant: Tenant, name: string): Promise<CollectionRow | null> =>
      rows.findOneAndDelete(named(tenant, name)),

    /**
     * Creates a second collection with the present content of the first. Later changes of one do not affect
     * the other.
     *
     * @param includeGraph whether it shows relations and metadata of chunks too
     */
    async copy(
      tenant: Tenant,
      names: { source: string; target: string; includeGraph: boolean },
    ): Promise<CopyOutcome> {
      try {
        for (;;) {
          const done = await copyOnce(tenant, names);
          if (done !== null) return done;
        }
      } catch (error) {
        if (isDuplicateKey(error)) return { state: 'target_name_in_use' };
        throw error;
      }
    },

    /**
     * Records that a job was accepted for a collection, after the write of the job's row. A move writes the
     * same row, so that one of the two fails.
     *
     * @returns false when the tenant no longer has the collection
     */
    async recordJob(tenant: Tenant, { _id, name }: Pick<CollectionRow, '_id' | 'name'>): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id, ...named(tenant, name) },
        { $set: { jobAcceptedAt: new Date() } },
      );
      return matchedCount === 1;
    },

    /**
     * Moves a collection to another environment of its organization, with name and content.
     *
     * @param runningJob id of a job that prevents the move; null without one
     */
    async move(
      tenant: Tenant,
      name: string,
      to: Environment,
      runningJob: (collectionId: string, session: ClientSession) => Promise<string | null>,
    ): Promise<MoveOutcome> {
      try {
        return await transact(`${tenant.organizationId}/${name}`, async (session): Promise<MoveOutcome> => {
          const found = await rows.findOne(named(tenant, name), { session });
          if (found === null) return { state: 'missing' };
          const jobId = await runningJob(found._id, session);
          if (jobId !== null) return { state: 'job_running', jobId };
          const moved = { environment: to, updatedAt: new Date() };
          await rows.updateOne({ _id: found._id }, { $set: moved }, { session });
          return { state: 'moved', collection: { ...found, ...moved }, from: tenant.environment };
        });
      } catch (error) {
        if (isDuplicateKey(error)) return { state: 'name_taken' };
        throw error;
      }
    },

    /**
     * Empties a collection by giving it a new namespace. Returns the former row; null without a collection.
     */
    async wipe(collectionId: string): Promise<CollectionRow | null> {
      const found = await store.findById(collectionId);
      if (found === null) return null;
      const layers = [ownLayer(await namespaces.create(found.organizationId))];
      return rows.findOneAndUpdate(
        { _id: collectionId },
        {
          $set: {
            layers,
            sequence: 0,
            frozenAt: 0,
            counts: noCounts,
            hidden: 0,
            embedding: null,
            updatedAt: new Date(),
          },
          $unset: { flattening: '', reEmbedding: '', languages: '', syncTombstones: '' },
        },
        { returnDocument: 'before' },
      );
    },
  };
  return store;

  /** Null when the source was wiped or written for the first time meanwhile. */
  async function copyOnce(
    tenant: Tenant,
    names: { source: string; target: string; includeGraph: boolean },
  ): Promise<CopyOutcome | null> {
    const before = await store.find(tenant, names.source);
    if (before === null) return { state: 'source_missing' };
    const { dimensions } = before.embedding ?? {};
    const namespace = await (dimensions === undefined
      ? namespaces.create(tenant.organizationId)
      : namespaces.createFor(tenant, dimensions, 'shared'));
    return transact(`${tenant.organizationId}/${names.source}`, async (session) => {
      const found = await rows.findOne(named(tenant, names.source), { session });
      if (found === null) return { state: 'source_missing' };
      if (found.embedding?.dimensions !== dimensions) return null;
      const frozen = { frozenAt: found.sequence };
      await rows.updateOne({ _id: found._id }, { $set: frozen }, { session });
      const source = { ...found, ...frozen };
      const copy = copyOf(source, fresh(tenant, names.target), names.includeGraph, namespace);
      await rows.insertOne(copy, { session });
      return { state: 'copied', source, copy };
    });
  }
}

export type CollectionStore = ReturnType<typeof createCollectionStore>;

type Fresh = Pick<
  CollectionRow,
  '_id' | 'organizationId' | 'environment' | 'name' | 'active' | 'frozenAt' | 'createdAt' | 'updatedAt'
>;

function fresh(tenant: Tenant, name: string): Fresh {
  const now = new Date();
  return {
    _id: newId(ID_PREFIX.collection),
    ...ownedBy(tenant),
    name,
    active: true,
    frozenAt: 0,
    createdAt: now,
    updatedAt: now,
  };
}

function copyOf(source: CollectionRow, made: Fresh, includeGraph: boolean, namespace: string): CollectionRow {
  const { description, metadata, counts, hidden, embedding, embeddingModel, languages, maskingBounds } =
    source;
  return {
    ...made,
    description,
    metadata,
    layers: copiedLayers(source, includeGraph, namespace),
    sequence: 0,
    hidden,
    counts: includeGraph ? counts : { ...counts, chunkMetadata: 0, relations: 0, relationsUnresolved: 0 },
    embedding,
    ...(embeddingModel && { embeddingModel }),
    ...(languages && { languages }),
    ...(maskingBounds && { maskingBounds }),
  };
}
