import { type Embedder } from '../../../src/models';
import { createQueryEmbedders } from '../../../src/models/embedding/query-embedders';

/** An embedder that does nothing but say which it is, and whether it was closed. */
function standIn(id: string, dimensions: number) {
  const closed: string[] = [];
  const embedder: Embedder = {
    id,
    dimensions,
    countTokens: () => 0,
    embed: () => Promise.resolve([]),
    close() {
      closed.push(id);
      return Promise.resolve();
    },
  };
  return { embedder, closed };
}

const local = standIn('local-1', 384);
const localOnly =
  ({ embedder } = local) =>
  ({ model, dimensions }: { model: string; dimensions: number }) =>
    model === 'local-1' && dimensions === 384 ? embedder : null;
const asked: unknown[] = [];
const hosted = (space: { model: string; dimensions: number }) => {
  asked.push(space);
  return standIn(`${space.model}:${space.dimensions}`, space.dimensions).embedder;
};
const configured = standIn('large:1024', 1_024);

it('embeds questions with the model that a collection has its vectors of', () => {
  const embedders = createQueryEmbedders(configured.embedder, { local: localOnly(), hosted });
  expect(embedders.of({ model: 'large:1024', dimensions: 1_024 })).toBe(configured.embedder);
  expect(embedders.of({ model: 'local-1', dimensions: 384 })).toBe(local.embedder);
  const small = embedders.of({ model: 'acme/small:v2:256', dimensions: 256 });
  expect(small).toMatchObject({ id: 'acme/small:v2:256', dimensions: 256 });
  expect(embedders.of({ model: 'acme/small:v2:256', dimensions: 256 })).toBe(small);
  expect(asked).toEqual([{ model: 'acme/small:v2', dimensions: 256 }]);
});

it.each([
  ['of an endpoint that is gone', { model: 'large:1024', dimensions: 1_024 }],
  ['of another size than its name says', { model: 'local-1', dimensions: 100 }],
])('has no model %s', (_, space) => {
  const embedders = createQueryEmbedders(local.embedder, { local: localOnly(), hosted: null });
  expect(embedders.of(space)).toBeNull();
});

it('closes what it has opened and leaves the configured one', async () => {
  const other = standIn('local-1', 384);
  const embedders = createQueryEmbedders(configured.embedder, { local: localOnly(other), hosted });
  embedders.of({ model: 'local-1', dimensions: 384 });
  await embedders.close();
  expect([other.closed, configured.closed]).toEqual([['local-1'], []]);
});
