import { randomBytes } from 'node:crypto';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { withDatabase } from '../../embedded/mongodb-url';
import { type ConnectedStores, connectStores } from '../../src/open-deps';
import { sharedIndexOf } from '../../src/stores/documents/search-index/namespace-alias';
import { ensureIndexes } from '../../src/stores';
import { connectMongo, isStoreUnavailable, type Mongo } from '../../src/stores/mongo/mongo';
import { dropDatabase } from './drop-database';
import { servers } from './servers';
import { inPart } from './suite-parts';
import { noteDatabase, runFolder } from './test-run';

/** A database of its own on the real server, dropped at the end. */
export interface TestDatabase extends ConnectedStores {
  mongo: Mongo;
  elasticsearch: ElasticsearchClient;
  url: string;
  close(): Promise<void>;
}

/** Makes the indexes, once more where the server was busy with the suites beside this one for ten seconds. */
async function makeIndexes(db: Db): Promise<void> {
  try {
    await ensureIndexes(db);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    await ensureIndexes(db);
  }
}

/**
 * A database of the suite's own with its indexes and no rows. It stays with the process: the next suite that
 * asks for one gets it emptied.
 *
 * @param options.isNew for suites that kill programs, whose open transactions keep rows locked: it is made
 *   for the suite and dropped
 */
export function startDatabase({ isNew = false } = {}): Promise<TestDatabase> {
  return inPart('databaseMs', isNew ? openNewDatabase : openEmptyDatabase);
}

/**
 * The database of this process, with the rows of the suites before: what a suite sees is told apart by its
 * organizations.
 */
export function shareDatabase(): Promise<TestDatabase> {
  return inPart('databaseMs', openSharedDatabase);
}

// All suites of a process have the same global object.
const holder = globalThis as { sheafDatabase?: Promise<string>; sheafDatabasesLeft?: string[] };

async function openSharedDatabase(): Promise<TestDatabase> {
  const run = runFolder();
  if (run === undefined) return openNewDatabase();
  holder.sheafDatabase ??= makeSharedDatabase(run).catch((error: unknown) => {
    // The next suite tries again.
    delete holder.sheafDatabase;
    throw error;
  });
  const database = await reachDatabase(await holder.sheafDatabase);
  return {
    ...database,
    async close() {
      await removeSearchIndexes(database);
      await database.close();
    },
  };
}

async function makeSharedDatabase(run: string): Promise<string> {
  const database = await prepareDatabase(newDatabaseUrl(), makeIndexes);
  await database.close();
  noteDatabase(run, database.url, { isShared: true });
  return database.url;
}

async function openEmptyDatabase(): Promise<TestDatabase> {
  const run = runFolder();
  if (run === undefined) return openNewDatabase();
  const left = (holder.sheafDatabasesLeft ??= []);
  const used = left.pop();
  const url = used ?? newDatabaseUrl();
  if (used === undefined) noteDatabase(run, url, { isShared: false });
  const database = await prepareDatabase(url, used === undefined ? makeIndexes : removeRows);
  return {
    ...database,
    async close() {
      await removeSearchIndexes(database);
      await database.close();
      left.push(database.url);
    },
  };
}

/** Removes all rows, collection by collection: at once they would each open a connection. */
async function removeRows(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    // What the profiler has written can only be dropped as a whole.
    if (name.startsWith('system.')) await db.dropCollection(name);
    else await db.collection(name).deleteMany({});
  }
}

async function openNewDatabase(): Promise<TestDatabase> {
  const database = await prepareDatabase(newDatabaseUrl(), makeIndexes);
  return {
    ...database,
    async close() {
      await removeSearchIndexes(database);
      await database.close();
      await dropDatabase(database.url);
    },
  };
}

/** Opens a database for a suite; where that fails, nothing stays open that would keep Jest from ending. */
async function prepareDatabase(url: string, prepare: (db: Db) => Promise<void>): Promise<TestDatabase> {
  const database = await reachDatabase(url);
  try {
    await prepare(database.mongo.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Connects to a server that other suites may keep busy for longer than the three seconds after which the
 * service gives up.
 */
async function connectPatiently(url: string): Promise<Mongo> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await connectMongo(url, 'test');
    } catch (error) {
      if (triesLeft === 1 || !isStoreUnavailable(error)) throw error;
    }
  }
}

/** A database that others use as well; closing it leaves its rows. */
export async function reachDatabase(url: string): Promise<TestDatabase> {
  const mongo = await connectPatiently(url);
  const elasticsearch = new ElasticsearchClient({ nodes: servers().elasticsearchUrl.split(',') });
  const connected = connectStores({ db: mongo.db, elasticsearch }, { refreshInterval: '100ms' });
  return {
    mongo,
    url,
    elasticsearch,
    ...connected,
    async close() {
      await elasticsearch.close();
      await mongo.close();
    },
  };
}

/** Removes all indexes of Elasticsearch that rows of a database name, and those rows. */
async function removeSearchIndexes({ mongo, search, physicalIndexes }: TestDatabase): Promise<void> {
  const named = (name: string) => mongo.db.collection<{ _id: string; physical: string }>(name);
  const namespaces = await named('namespaces').find().toArray();
  const shared = await named('shared_indexes').find().toArray();
  const own = namespaces.filter(({ _id }) => sharedIndexOf(_id) === null);
  await search.removeNamespaces(own.map(({ _id }) => _id));
  for (const { _id } of shared) await search.removeSharedIndex(_id);
  const builds = await named('product_builds').find().toArray();
  for (const { physical } of builds) await physicalIndexes.drop(physical);
  for (const name of ['namespaces', 'shared_indexes', 'product_builds']) await named(name).deleteMany({});
}

function newDatabaseUrl(): string {
  return withDatabase(servers().mongodbUrl, `sheaf_test_${randomBytes(6).toString('hex')}`);
}
