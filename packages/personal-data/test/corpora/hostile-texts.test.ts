import fc from 'fast-check';
import { createClassifier, createPatterns, type PiiEngine } from '../../src';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const { signal } = new AbortController();
const embed = (texts: readonly string[]) => Promise.resolve(texts.map(() => new Float32Array([1])));
const fields = [
  { description: 'badges such as BX-20391', tag: 'BADGE' },
  { description: 'locker numbers, for example 4711', tag: 'LOCKER' },
];
const instructions = "Keep city names. Mask codes 'X-1'. Do not mask names of employees of Acme.";
const engines: PiiEngine[] = [createPatterns(), createClassifier({ fields, instructions }, { embed })];
const megabyte = 1_000_000;

describe.each(engines)('the engine $id', (engine) => {
  it.each([
    ['letters', 'a'],
    ['digits', '1'],
    ['at signs', '@'],
    ['addresses that never end', 'a@'],
    ['dots and letters', 'a.'],
    ['digits in groups', '1234 '],
    ['digits and hyphens', '12-'],
    ['colons and hexadecimal digits', 'a:'],
    ['network numbers', '1.1.1.1.'],
    ['starts of account numbers', 'DE89 '],
    ['starts of cards', '4111-1111-'],
    ['opening brackets', '(((((+'],
    ['quotation marks', '"\''],
    ['cue words', 'phone password: user '],
    ['capitals', 'Aa'],
    ['halves of surrogate pairs', '\ud83d'],
    ['marks without letters', '\u0301'],
    ['line breaks', '\n'],
    ['nulls', '\u0000'],
  ])('reads a megabyte of %s', async (_, unit) => {
    const text = unit.repeat(Math.floor(megabyte / unit.length));
    const [spans] = await engine.find([text], signal);
    let free = 0;
    for (const { start, end } of spans!) {
      expect(start >= free && end > start && end <= text.length).toBe(true);
      free = end;
    }
  });

  it(`gives sorted spans within the text, without overlaps, and the same ones again (seed ${seed})`, async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'0123456789 -.+()/@:'.split('')), maxLength: 24 }),
      fc.constantFrom(
        '4111111111111111',
        'a@b.example',
        'DE89370400440532013000',
        'born',
        'phone',
        'MRN ',
        'password: ',
      ),
      fc.constantFrom(
        'Anna Kowalski',
        '12 Oak Street',
        '\ud800',
        '\n',
        '\t',
        ' | ',
        'BX-20391',
        '4711',
        'X-1',
        '::1',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const texts = [pieces.join(''), pieces.join(' ')];
        const found = await engine.find(texts, signal);
        expect(found).toHaveLength(texts.length);
        for (const [index, spans] of found.entries()) {
          let free = 0;
          for (const { start, end, tag } of spans) {
            expect(start).toBeGreaterThanOrEqual(free);
            expect(end).toBeGreaterThan(start);
            expect(tag).toMatch(/^[A-Z][A-Z0-9_]{0,31}$/);
            free = end;
          }
          expect(free).toBeLessThanOrEqual(texts[index]!.length);
        }
        expect(await engine.find(texts, signal)).toEqual(found);
      }),
      { seed, numRuns: 300 },
    );
  });
});
