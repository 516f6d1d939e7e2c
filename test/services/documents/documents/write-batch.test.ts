import { isRefusal, Refusal } from '../../../../src/domain/platform/refusal';
import { writeBatch } from '../../../../src/services/documents/documents/write-batch';
import { DocumentWriteError } from '../../../../src/stores/documents/document-writes';

const refused = new Refusal<string>('chunk_not_found');

/** Writes numbers; `odd` ones are refused before the write, those of `outcomes` end as it says. */
function write(items: readonly number[], outcomes: Record<number, Error | 'missing'> = {}) {
  const written: number[][] = [];
  const results = writeBatch(items, {
    prepare(item: number) {
      if (item % 2 === 1) throw refused;
      return item;
    },
    write(ready: number[]) {
      written.push(ready);
      return Promise.resolve(ready.map((item) => outcomes[item] ?? item));
    },
    requireWritten(outcome) {
      if (outcome === 'missing') throw refused;
      return outcome;
    },
  });
  return { results, written };
}

it('results have the order of the items, and refused items are not written', async () => {
  const { results, written } = write([1, 2, 3, 4]);
  expect(await results).toEqual([
    { state: 'failed', refusal: refused },
    { state: 'succeeded', written: 2 },
    { state: 'failed', refusal: refused },
    { state: 'succeeded', written: 4 },
  ]);
  expect(written).toEqual([[2, 4]]);
});

it('nothing is written where every item is refused', async () => {
  const { results, written } = write([1, 3]);
  expect((await results).map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(written).toEqual([]);
});

it('an item that the write finds missing fails alone', async () => {
  const { results } = write([2, 4], { 2: 'missing' });
  expect(await results).toEqual([
    { state: 'failed', refusal: refused },
    { state: 'succeeded', written: 4 },
  ]);
});

it('a fault of the stores leaves an item unknown, unless its collection is gone', async () => {
  const gone = new DocumentWriteError('collection_gone', 'gone');
  const [unknown, failed] = await write([2, 4], { 2: new Error('away'), 4: gone }).results;
  expect(unknown).toEqual({ state: 'unknown' });
  expect(failed).toMatchObject({ state: 'failed', refusal: { code: 'collection_not_found' } });
  expect(failed?.state === 'failed' && isRefusal(failed.refusal)).toBe(true);
});

it('any other fault of a check is the fault of the request', async () => {
  const fault = new Error('wrong');
  const prepare = () => {
    throw fault;
  };
  const steps = { prepare, write: () => Promise.resolve([]), requireWritten: () => null };
  await expect(writeBatch([1], steps)).rejects.toBe(fault);
});
