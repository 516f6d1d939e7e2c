import os from 'node:os';
import { type Db, MongoClient, MongoError, MongoServerError } from 'mongodb';
import { endStuckWrites } from './end-stuck-writes';

/** Longest wait for a free connection, and for the answer of one operation. */
const operationTimeoutMs = 10_000;
/** A server that cannot be found is a 503 soon, not after the driver's 30 s. */
const serverSelectionTimeoutMs = 3_000;
const connectionsMax = 50;
/** Code of the server for an operation that was stopped at its `maxTimeMS`. */
const maxTimeExpired = 50;

/**
 * For writes that need not wait for other members and a journal: what comes before a majority-acknowledged
 * write of the same request is durable with it (members replay one ordered log), and what stands alone is
 * repaired by a sweep or may be lost.
 */
export const lightWrite = { w: 1, journal: false } as const;

/** A connected client and the database that the URL's path names. */
export interface Mongo {
  client: MongoClient;
  db: Db;
  close(): Promise<void>;
}

/**
 * Connects to a replica set. Writes are acknowledged by a majority and its journals, so that what the API has
 * promised survives the loss of a member.
 *
 * @param url as in `MONGODB_URL`
 * @param program shown in the server's log and in `currentOp`
 * @param watch is given the client before it connects
 * @throws Error of the driver when no server answers within 3 s
 */
export async function connectMongo(
  url: string,
  program: string,
  watch: (client: MongoClient) => void = () => undefined,
): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: `sheaf-${program}`,
    maxPoolSize: connectionsMax,
    serverSelectionTimeoutMS: serverSelectionTimeoutMs,
    connectTimeoutMS: serverSelectionTimeoutMs,
    waitQueueTimeoutMS: operationTimeoutMs,
    socketTimeoutMS: operationTimeoutMs,
    // The driver would load it by a dynamic import, which Jest does not let through; the handshake fails
    // without it.
    runtimeAdapters: { os },
    writeConcern: { w: 'majority', journal: true },
    retryWrites: true,
    ignoreUndefined: true,
  });
  const endWatch = endStuckWrites(client);
  watch(client);
  const close = async () => {
    endWatch();
    await client.close();
  };
  try {
    await client.connect();
  } catch (error) {
    await close();
    throw error;
  }
  return { client, db: client.db(), close };
}

/** Code of the server for a write that a unique index refuses. */
export const duplicateKeyCode = 11_000;

/** Two writers met at a unique index: the row is there. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKeyCode;
}

/**
 * Whether the database, rather than the request, is why an operation failed: out of reach, no primary, timed
 * out. Server errors are this only when the server itself says that a retry may help, or has stopped at the
 * deadline that it was given.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  if (error instanceof MongoServerError && error.code === maxTimeExpired) return true;
  if (error instanceof MongoServerError)
    return error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('RetryableError');
  return unavailable.has(error.name);
}

const unavailable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
]);
