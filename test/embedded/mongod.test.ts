import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { type Db } from 'mongodb';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { openDataFolder } from '../../embedded/data-folder';
import { obtainMongod, startMongod } from '../../embedded/servers/mongod';
import { connectMongo } from '../../src/stores/mongo/mongo';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const { signal } = new AbortController();

/** Starts the data folder's mongod, hands its address to `work`, and stops it. */
async function withMongod<T>(binary: string, work: (url: string) => Promise<T>): Promise<T> {
  const opened = await openDataFolder(folder(), () => undefined);
  try {
    return await work(
      await startMongod(binary, { ...opened, dataFolder: folder(), snapshotSeconds: 1, signal }),
    );
  } finally {
    await opened.close();
  }
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const mongo = await connectMongo(url, 'test');
  try {
    return await work(mongo.db);
  } finally {
    await mongo.close();
  }
}

test('a replica set whose former port was taken moves to another one with its data', async () => {
  const binary = await obtainMongod({ cache: cacheFolder(), report: console.log, signal });
  const before = await withMongod(binary, async (url) => {
    await withDatabase(url, (db) => db.collection('rows').insertOne({ kept: true }));
    return new URL(url).port;
  });
  const intruder = net.createServer((socket) => socket.destroy()).listen(Number(before), '127.0.0.1');
  await once(intruder, 'listening');
  const [after, row] = await withMongod(binary, (url) =>
    withDatabase(url, async (db) => {
      const found = await db.collection('rows').findOne({}, { projection: { _id: 0 } });
      await db.collection('rows').insertOne({ kept: 'still' });
      return [new URL(url).port, found];
    }),
  );
  intruder.close();
  expect(after).not.toBe(before);
  expect(row).toEqual({ kept: true });
});

test('the files of a dropped database are removed by a checkpoint after the time that snapshots are kept for', async () => {
  const binary = await obtainMongod({ cache: cacheFolder(), report: console.log, signal });
  await withMongod(binary, (url) =>
    withDatabase(url, async (db) => {
      const tables = () => readdir(path.join(folder(), 'mongo'));
      for (let n = 0; n < 20; n++) await db.createCollection(`rows-${n}`);
      const before = (await tables()).length;
      await db.dropDatabase();
      while ((await tables()).length > before - 20) await db.admin().command({ fsync: 1 });
    }),
  );
});
