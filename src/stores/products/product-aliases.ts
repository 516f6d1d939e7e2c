import { type ClientSession, type Db, type Filter } from 'mongodb';
import { aliasesPerTenantMax } from '../../domain/products/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { ownedBy } from '../mongo/owned-by';
import { type IndexPatterns, namedLike } from './index-names';
import { createTransact } from '../mongo/transactions';
import { changeNames } from './name-changes';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';

/** A second name of an index. */
export interface ProductAliasRow extends Tenant {
  _id: string;
  name: string;
  /** The index that it points to; an index with aliases cannot be deleted. */
  indexId: string;
  indexName: string;
  updatedAt: Date;
}

/** A change of one alias. `index` is the name of its new index; null removes the alias. */
export interface AliasAction {
  alias: string;
  index: string | null;
}

/** A changed alias with the names of its indexes; null for none. */
export interface ChangedAlias {
  alias: string;
  index: string | null;
  previous: string | null;
  updatedAt: Date;
}

/** Why an action is refused. */
export type AliasFault =
  | 'unknown_alias'
  | 'unknown_index'
  /** The name of the alias belongs to an index. */
  | 'name_is_index'
  /** The name of the index belongs to an alias. */
  | 'index_is_alias'
  | 'too_many';

/** A refused action, after which nothing was changed. */
export class AliasRefused extends Error {
  override readonly name = 'AliasRefused';

  constructor(
    readonly fault: AliasFault,
    /** Position of the action. */
    readonly place: number,
  ) {
    super(`alias action ${place}: ${fault}`);
  }
}

export const productAliasIndexes: CollectionIndexes = {
  collection: 'product_aliases',
  indexes: [{ key: { organizationId: 1, environment: 1, name: 1 }, unique: true }, { key: { indexId: 1 } }],
};

export function createProductAliasStore(db: Db) {
  const rows = db.collection<ProductAliasRow>(productAliasIndexes.collection);
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const naming = { db, transact: createTransact(db.client) };

  async function targetOf(session: ClientSession, tenant: Tenant, { index }: AliasAction, place: number) {
    const target = await indexes.findOne(
      { ...ownedBy(tenant), name: index!, isDeleting: false },
      { session, projection: { name: 1 } },
    );
    if (target !== null) return target;
    const alias = await rows.findOne({ ...ownedBy(tenant), name: index! }, { session });
    throw new AliasRefused(alias === null ? 'unknown_index' : 'index_is_alias', place);
  }

  async function change(
    session: ClientSession,
    tenant: Tenant,
    action: AliasAction,
    place: number,
  ): Promise<ChangedAlias> {
    const { alias: name, index } = action;
    const named = { ...ownedBy(tenant), name };
    const former = await rows.findOne(named, { session });
    const updatedAt = new Date();
    const changed = { alias: name, index, previous: former?.indexName ?? null, updatedAt };
    if (index === null) {
      if (former === null) throw new AliasRefused('unknown_alias', place);
      await rows.deleteOne(named, { session });
      return changed;
    }
    if ((await indexes.findOne(named, { session, projection: { _id: 1 } })) !== null)
      throw new AliasRefused('name_is_index', place);
    const { _id: indexId, name: indexName } = await targetOf(session, tenant, action, place);
    const _id = `${tenant.organizationId}/${tenant.environment}/${name}`;
    await rows.updateOne(
      { _id },
      { $set: { ...named, indexId, indexName, updatedAt } },
      { session, upsert: true },
    );
    return changed;
  }

  return {
    /**
     * Changes aliases in the order of the actions, atomically.
     *
     * @throws AliasRefused
     */
    async apply(tenant: Tenant, actions: readonly AliasAction[]): Promise<ChangedAlias[]> {
      return changeNames(naming, tenant, async (session) => {
        const changed: ChangedAlias[] = [];
        for (const [place, action] of actions.entries())
          changed.push(await change(session, tenant, action, place));
        const count = await rows.countDocuments(ownedBy(tenant), { session });
        if (count > aliasesPerTenantMax) throw new AliasRefused('too_many', actions.length - 1);
        return changed;
      });
    },

    /** A tenant's alias by name; null without one. */
    async find(tenant: Tenant, name: string): Promise<ProductAliasRow | null> {
      return rows.findOne({ ...ownedBy(tenant), name });
    },

    /** A page of a tenant's aliases that match patterns, in the order of their names, after `after`. */
    async list(
      tenant: Tenant,
      names: IndexPatterns,
      after: string | null,
      limit: number,
    ): Promise<ProductAliasRow[]> {
      const named = namedLike(names).map((condition) => ({ name: condition }));
      const filter: Filter<ProductAliasRow> = {
        ...ownedBy(tenant),
        ...(named.length === 0 ? {} : { $and: named }),
        ...(after === null ? {} : { name: { $gt: after } }),
      };
      return rows.find(filter).sort({ name: 1 }).limit(limit).toArray();
    },

    /** Names of the aliases of some indexes, sorted, by the id of the index. */
    async ofIndexes(indexIds: readonly string[]): Promise<Map<string, string[]>> {
      const found = await rows
        .find({ indexId: { $in: [...indexIds] } })
        .sort({ name: 1 })
        .toArray();
      const names = new Map<string, string[]>(indexIds.map((id) => [id, []]));
      for (const { indexId, name } of found) names.get(indexId)!.push(name);
      return names;
    },
  };
}
