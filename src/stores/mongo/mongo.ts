import os from 'node:os';
import { type Db, MongoBulkWriteError, MongoClient, MongoError, MongoServerError } from 'mongodb';
import { countMembers } from './members';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Socket } from 'node:net';

/** Time limit for a free connection, and for one operation. */
const operationTimeoutMs = 10_000;
/** Time limit for finding a server, so that an outage soon becomes a 503; the driver's default is 30 s. */
const serverSelectionTimeoutMs = 3_000;
const connectionsMax = 50;
/** Server code for an operation that reached its `maxTimeMS`. */
const maxTimeExpired = 50;

/** A connected client, and the database in the URL's path. */
export interface Mongo {
  client: MongoClient;
  db: Db;
  close(): Promise<void>;
}

/**
 * Connects to a replica set. Writes are acknowledged by a majority and its journals, so that acknowledged
 * requests survive the loss of a member.
 *
 * @param url URL in the format of `MONGODB_URL`
 * @param program name in the server's log and in `currentOp`
 * @param watch called with the client before it connects
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
    // The driver would load it by a dynamic import, which fails under Jest; without it the handshake fails.
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

/** Server code for a write that a unique index refuses. */
export const duplicateKeyCode = 11_000;

/** Whether a write failed at a unique index, because the row exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKeyCode;
}

/**
 * Whether an operation failed because of the database, not of the request: unreachable, no primary, timed
 * out. An error of the server counts only if the server says that a retry may help, if another member takes
 * over, or if the deadline was reached.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  // The first error of a bulk write stands for all.
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
 * Server codes that are independent of the request. Reads get no retry label for those of a change of
 * primary. Source: the retryable codes of
 * https://github.com/mongodb/specifications/blob/master/source/retryable-reads
 */
const unavailableCodes = new Set<unknown>([
  maxTimeExpired,
  // Between members: unreachable, not found, too slow, or connection closed.
  6,
  7,
  89,
  9001,
  // A cursor that was lost with its member.
  43,
  // Too few members acknowledged a write in time, or an operation reached the server's deadline.
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
  // No primary for the read, or a snapshot that the new primary lacks.
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

/** Diagnostics channel on which Node publishes each socket before it connects. */
const socketChannel = 'net.client.socket';

/**
 * Keeps operations from waiting for ever on a dying connection. The driver (7.8 and 7.9) waits for `drain`
 * when a socket cannot take a write at once. A destroyed socket never drains; it only emits `close`. This
 * emits `drain` on `close`: the driver then finds the connection closed, and fails or retries the operation.
 * Node does not publish TLS connections, which are not covered.
 *
 * @returns a function that stops this
 */
function endStuckWrites(client: MongoClient): () => void {
  const ports = new Set<number>();
  client.on('serverOpening', ({ address }) => {
    ports.add(Number(address.slice(address.lastIndexOf(':') + 1)));
  });

  function watch(message: unknown): void {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (!ports.has(socket.remotePort ?? 0)) return;
      socket.once('close', () => socket.emit('drain'));
    });
  }

  subscribe(socketChannel, watch);
  return () => {
    unsubscribe(socketChannel, watch);
  };
}
