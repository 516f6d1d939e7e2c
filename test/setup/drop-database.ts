import os from 'node:os';
import { MongoClient } from 'mongodb';

/**
 * Removes the database that the URL names. The transaction of a program that was killed holds its locks until
 * the server ends it, after a minute at most; a client of its own waits for that, where those of the service
 * give an operation ten seconds.
 */
export async function dropDatabase(url: string): Promise<void> {
  const client = await new MongoClient(url, { runtimeAdapters: { os } }).connect();
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
