import os from 'node:os';
import { type Db, MongoBulkWriteError, MongoClient, MongoError, MongoServerError } from 'mongodb';
import { endStuckWrites } from './end-stuck-writes';
import { countMembers } from './members';

/** Longest wait for a free connection, and for the answer of one operation. */
const operationTimeoutMs = 10_000;
/** A server that cannot be found is a 503 soon, not after the driver's 30 s. */
const serverSelectionTimeoutMs = 3_000;
const connectionsMax = 50;
/** Code of the server for an operation that was stopped at its `maxTimeMS`. */
const maxTimeExpired = 50;

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
  countMembers(client);
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
 * out. Server errors are this only when the server itself says that a retry may help, when another member
 * takes over, or when it has stopped at the deadline that it was given.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  // That of a write of many rows stands for any other.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isStoreUnavailable(error.errorResponse);
  if (error instanceof MongoServerError)
    return retryLabels.some((label) => error.hasErrorLabel(label)) || unavailableCodes.has(error.code);
  return unavailable.has(error.name);
}

const retryLabels = [
  'RetryableWriteError',
  'RetryableError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
];

/**
 * Codes of the server that say nothing of the request. Reads get no label for those of a change of primary.
 * Source: the retryable codes of https://github.com/mongodb/specifications/blob/master/source/retryable-reads
 */
const unavailableCodes = new Set<unknown>([
  maxTimeExpired,
  // Between members: one is out of reach, not found, too slow or its connection broke.
  6,
  7,
  89,
  9001,
  // A cursor that ended with the member that had it.
  43,
  // Too few members have acknowledged a write in time, or an operation has met the deadline of the server.
  64,
  262,
  // Shutting down, stepped down, not the primary, interrupted by either, or still recovering.
  91,
  189,
  10107,
  11600,
  11602,
  13435,
  13436,
  // No primary that takes the read, and a snapshot that the new one does not have.
  133,
  134,
  246,
]);

const unavailable = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoStalePrimaryError',
  'MongoServerClosedError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
]);
