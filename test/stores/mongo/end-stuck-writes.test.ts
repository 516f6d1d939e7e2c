import { type Socket } from 'node:net';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { startDatabase, type TestDatabase } from '../../setup/database';

const sockets: Socket[] = [];
const collect = (message: unknown) => sockets.push((message as { socket: Socket }).socket);

let database: TestDatabase;
beforeAll(async () => {
  subscribe('net.client.socket', collect);
  database = await startDatabase();
});
afterAll(async () => {
  unsubscribe('net.client.socket', collect);
  await database.close();
});

it('an operation whose connection is destroyed just before it is written to ends', async () => {
  const rows = database.mongo.db.collection<{ _id: number }>('rows');
  await rows.insertOne({ _id: 1 });
  // The connection is chosen now, and written to once the command is packed; what is destroyed meanwhile has
  // not closed yet.
  database.mongo.client.once('connectionCheckedOut', () => {
    for (const socket of sockets) socket.destroy();
  });
  await expect(rows.findOne({ _id: 1 })).resolves.toEqual({ _id: 1 });
});
