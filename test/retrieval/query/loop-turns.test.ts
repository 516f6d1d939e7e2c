import { createLoopTurns } from '../../../src/retrieval/query/loop-turns';

/** Parts of queries that take so long each, by a clock of their own. */
function partsOf(partMs: number) {
  let nowMs = 0;
  const turns = createLoopTurns(() => nowMs);
  const seen: string[] = [];
  return {
    seen,
    part: async (name: string): Promise<void> => {
      await turns.take();
      seen.push(name);
      nowMs += partMs;
    },
  };
}

test('parts that come when a turn of the event loop is used up take one each, in their order, and other work comes between', async () => {
  const { seen, part } = partsOf(10);
  await part('first');
  const rest = Promise.all(['second', 'third', 'fourth'].map(part));
  let other = setImmediate(function work() {
    seen.push('-');
    other = setImmediate(work);
  });
  await rest;
  clearImmediate(other);
  expect(seen).toEqual(['first', 'second', '-', 'third', '-', 'fourth']);
});

test('parts that fit into one turn do not wait', async () => {
  const { seen, part } = partsOf(0);
  const other = setImmediate(() => seen.push('-'));
  await Promise.all(['first', 'second'].map(part));
  await part('third');
  clearImmediate(other);
  expect(seen).toEqual(['first', 'second', 'third']);
});
