import fc from 'fast-check';
import { createRerankers } from '../../../src/models';
import { candidate, localConfig, turned } from './candidates';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const reranker = createRerankers(localConfig).get('local-blend-1')!;
const never = new AbortController().signal;
const query = { text: 'boundary layer over a flat plate', vector: null };
const rerank = (candidates: ReturnType<typeof candidate>[]) => reranker.rerank(query, candidates, never);

test('without anything else to go by keeps the order of the fusion', async () => {
  const scores = await rerank([0.2, 0.9, 0.5].map((fused) => candidate({ fused })));
  expect(scores[1]).toBeGreaterThan(scores[2]!);
  expect(scores[2]).toBeGreaterThan(scores[0]!);
});

test('prefers of two alike the one whose neighbours are better', async () => {
  const [first, second] = await rerank([
    candidate({ fused: 0.5, vector: turned(20) }),
    candidate({ fused: 0.5, vector: turned(120) }),
    candidate({ fused: 0.9, vector: turned(0) }),
    candidate({ fused: 0.1, vector: turned(140) }),
  ]);
  expect(first).toBeGreaterThan(second!);
});

test('prefers of two alike the one that speaks as the best ones do', async () => {
  const [first, second] = await rerank([
    ...['laminar suction transition', 'wing flutter panel'].map((text) => candidate({ text, fused: 0.3 })),
    candidate({ text: 'laminar suction delays transition', fused: 0.9 }),
    ...Array.from({ length: 10 }, (_, i) =>
      candidate({ text: `other${i} thing${i} wing flutter panel`, fused: 0.3 }),
    ),
  ]);
  expect(first).toBeGreaterThan(second!);
});

test.each([
  [
    'English',
    'boundary layer over a flat plate',
    'the plates are flat',
    'flat roofs in towns far away from any plate',
  ],
  ['Chinese', '边界层 平板', '平板边界层的流动', '边缘的世界，平静的木板层'],
])('prefers in %s of two with the same words the one that has them together', async (_, text, near, far) => {
  const [first, second, ...others] = await reranker.rerank(
    { text, vector: null },
    [near, far, 'nothing', 'of it'].map((shown) => candidate({ text: shown })),
    never,
  );
  expect(first).toBeGreaterThan(second!);
  expect(others).toHaveLength(2);
});

test('a candidate without a vector is neither better nor worse for it', async () => {
  const [missing, good, bad] = await rerank([
    candidate({ fused: 0.5, vector: null }),
    candidate({ fused: 0.5, vector: turned(5) }),
    candidate({ fused: 0.5, vector: turned(90) }),
    candidate({ fused: 0.9, vector: turned(0) }),
    candidate({ fused: 0.1, vector: turned(95) }),
  ]);
  expect(good).toBeGreaterThan(missing!);
  expect(missing).toBeGreaterThan(bad!);
});

test(`answers one finite score from 0 to 1 per candidate, the same each time, wherever a candidate stands (seed ${seed})`, async () => {
  const anyCandidate = fc
    .record({
      text: fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()),
      fused: fc.double({ min: 0, max: 1, noNaN: true }),
      angle: fc.option(fc.nat(360)),
    })
    .map(({ angle, ...rest }) => candidate({ ...rest, vector: angle === null ? null : turned(angle) }));
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.array(anyCandidate, { maxLength: 12 }), async (text, candidates) => {
      const asked = { text, vector: null };
      const scores = await reranker.rerank(asked, candidates, never);
      expect(scores).toHaveLength(candidates.length);
      for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
      expect(await reranker.rerank(asked, candidates, never)).toEqual(scores);
    }),
    { seed },
  );
});

test('lets others have their turn between candidates, and stops when it is told to', async () => {
  const words = Array.from({ length: 1_500 }, (_, i) => `word${i % 97}`).join(' ');
  const candidates = Array.from({ length: 200 }, (_, i) =>
    candidate({ text: words, vector: new Float32Array(384).fill(1 / Math.sqrt(384)), fused: i / 200 }),
  );
  const controller = new AbortController();
  setImmediate(() => {
    controller.abort(new Error('the client has gone'));
  });
  await expect(reranker.rerank(query, candidates, controller.signal)).rejects.toThrow('the client has gone');
});
