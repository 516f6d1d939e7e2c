import { join } from 'node:path';
import { createThreadPool } from '../../../src/parsing/isolation/thread-pool';

it('organizations take turns at a thread, whoever has more files waiting', async () => {
  const pool = createThreadPool({ entry: join(__dirname, 'threads/scripted.ts'), threadsMax: 1 });
  const { signal } = new AbortController();
  const held = await pool.lend({ signal });
  const order: string[] = [];
  const files = ['many 1', 'many 2', 'many 3', 'few 1', 'other 1'];
  const read = files.map(async (name) => {
    const thread = await pool.lend({ signal, organizationId: name.split(' ')[0] });
    order.push(name);
    pool.release(thread);
  });
  pool.release(held);
  await Promise.all(read);
  expect(order.slice(0, 3).toSorted()).toEqual(['few 1', 'many 1', 'other 1']);
  expect(order.slice(3)).toEqual(['many 2', 'many 3']);
  await pool.close();
});
