import { createClassifier, type PiiBounds } from '../src';

const { signal } = new AbortController();
const letter =
  'Anna Kowalski wrote to jo@example.com. The number is 5544 667 788. Visit 12 Oak Street, Springfield, IL 62704.';

const engineOf = (bounds: PiiBounds) =>
  createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]), bounds });

async function found(text: string, bounds: PiiBounds = {}): Promise<string[]> {
  const [spans] = await engineOf(bounds).find([text], signal);
  return spans!.map(({ start, end, tag }) => `${tag}: ${text.slice(start, end)}`);
}

async function near(text: string, bounds: PiiBounds = {}) {
  const engine = engineOf(bounds);
  const [spans] = await engine.findNear!([text], await engine.find([text], signal), signal);
  return spans!.map(({ start, end, tag, score }) => ({ value: text.slice(start, end), tag, score }));
}

describe('bounds', () => {
  it('without any find the same as the bound `default`', async () => {
    expect(await found(letter, { PERSON: 'default', PHONE: 'default' })).toEqual(await found(letter));
    expect(await found(letter)).toEqual([
      'PERSON: Anna Kowalski',
      'EMAIL: jo@example.com',
      'ADDRESS: 12 Oak Street, Springfield, IL 62704',
    ]);
  });

  it('of `off` leave a kind out and keep the others', async () => {
    expect(await found(letter, { PERSON: 'off', EMAIL: 'off' })).toEqual([
      'ADDRESS: 12 Oak Street, Springfield, IL 62704',
    ]);
  });

  it('of `wider` take numbers that no word announces, and no numbers of things', async () => {
    expect(await found('5544 667 788', { PHONE: 'wider' })).toEqual(['PHONE: 5544 667 788']);
    expect(await found('Order no. 5544 667 788', { PHONE: 'wider' })).toEqual([]);
    expect(await found('07500 pieces of 2026 10 01', { PHONE: 'wider' })).toEqual([]);
    expect(await found('86095742719', { NATIONAL_ID: 'wider' })).toEqual(['NATIONAL_ID: 86095742719']);
  });

  it('of `stricter` take numbers with a word or an international form only', async () => {
    expect(await found('(212) 555-0142', { PHONE: 'stricter' })).toEqual([]);
    expect(await found('phone (212) 555-0142', { PHONE: 'stricter' })).toHaveLength(1);
    expect(await found('+49 30 901820', { PHONE: 'stricter' })).toHaveLength(1);
  });

  it('grow and shrink what the tagger finds', async () => {
    const texts = [
      'The Marwick proposal came.',
      'Report by Lantos',
      'Ask Rowan Price-Hill or Delft',
      'Oaks of Ravel',
    ];
    const count = async (bounds: PiiBounds) =>
      (await Promise.all(texts.map((text) => found(text, bounds)))).flat().length;
    const [strict, usual, wide] = [
      await count({ PERSON: 'stricter' }),
      await count({}),
      await count({ PERSON: 'wider' }),
    ];
    expect(strict).toBeLessThanOrEqual(usual);
    expect(wide).toBeGreaterThan(strict);
  });
});

describe('what is nearly found', () => {
  it('lies below the bound and beside what is found', async () => {
    expect(await near(letter)).toEqual([{ value: '5544 667 788', tag: 'PHONE', score: 0.4 }]);
    for (const { score } of await near('Marwick Lantos sent the Delft Ravel plan to Oaks.'))
      expect(score).toBeLessThan(0.5);
  });

  it('holds kinds that are `off` with the score of their evidence', async () => {
    expect(await near('Mail jo@example.com.', { EMAIL: 'off' })).toEqual([
      { value: 'jo@example.com', tag: 'EMAIL', score: 1 },
    ]);
  });

  it('is nothing where the bound is `wider`', async () => {
    expect(await near('5544 667 788', { PHONE: 'wider' })).toEqual([]);
  });

  it('follows instructions', async () => {
    const engine = createClassifier(
      { fields: [], instructions: 'Keep phone numbers.' },
      { embed: () => Promise.resolve([]) },
    );
    expect(await engine.findNear!([letter], await engine.find([letter], signal), signal)).toEqual([[]]);
  });
});
