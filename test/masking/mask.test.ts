import { applyMasks, placesInMasked } from '../../src/masking/mask';

/** Places of words in a text, as an engine gives them. */
const near = (text: string, ...words: string[]) =>
  words.map((word) => {
    const start = text.indexOf(word);
    return { start, end: start + word.length, tag: 'PERSON', score: 0.3333 };
  });
const mask = (text: string, word: string, tag: string) => {
  const start = text.indexOf(word);
  return { start, end: start + word.length, tag };
};

it('places that were nearly masked point into the masked text', () => {
  const text = 'Ada wrote to ann@example.com and Bo, then to 4711 and Cy.';
  const masked = applyMasks(text, [
    mask(text, 'ann@example.com', 'EMAIL'),
    mask(text, '4711', 'BANK_ACCOUNT'),
  ]);
  const places = placesInMasked(near(text, 'Ada', 'Bo', 'Cy'), masked.spans);
  expect(places.map(({ start, end }) => masked.text.slice(start, end))).toEqual(['Ada', 'Bo', 'Cy']);
  expect(places[0]).toMatchObject({ tag: 'PERSON', score: 0.33 });
});

it('places that a mask touches are left out', () => {
  const text = 'Ada Lovelace met Bo and Cy Twombly.';
  const masked = applyMasks(text, [mask(text, 'Lovelace', 'PERSON'), mask(text, 'Cy', 'USERNAME')]);
  const places = placesInMasked(near(text, 'Ada Lovelace', 'Bo', 'Cy Twombly'), masked.spans);
  expect(places.map(({ start, end }) => masked.text.slice(start, end))).toEqual(['Bo']);
});
