import { coveredLanguages } from '../../../src/models';
import { isOtherLanguage, queryLanguages } from '../../../src/retrieval/ranking';

const multilingual = coveredLanguages('multilingual-e5-small-int8');
const [german, english, mixed] = [{ de: 240 }, { en: 240 }, { de: 80, en: 80, es: 80 }];

it.each([
  ['How many points did the defence of the Panthers give up?', german, true],
  ['How many points did the defence of the Panthers give up?', english, false],
  ['Wie viele Punkte gab die Verteidigung der Panthers ab?', english, true],
  ['Wie viele Punkte gab die Verteidigung der Panthers ab?', { de: 50, en: 50 }, false],
  ['Wie viele Punkte gab die Verteidigung der Panthers ab?', { de: 20, en: 80 }, true],
  ['¿Cuántos puntos concedió la defensa de los Panthers?', german, true],
  ['¿Cuántos puntos concedió la defensa de los Panthers?', mixed, true],
  ['Сколько очков пропустила защита?', english, true],
  ['守備陣は何点を許しましたか。どのチームが勝ちましたか。', english, true],
  ['Luke Kuechly', german, false],
  ['lease 4711-B', german, false],
  ['How many points did the defence give up?', {}, false],
])('%j asked of texts in %j is in another language: %s', async (text, counts, expected) => {
  expect(isOtherLanguage(await queryLanguages(text), counts, multilingual)).toBe(expected);
});

it.each([
  ['that the model does not know', { de: 0.8, en: 0.3 }, new Set(['en']), false],
  ['that it may know', { de: 0.8, en: 0.3 }, null, true],
  ['related to that of the texts', { de: 0.5, en: 0.45 }, null, false],
])('a query in a language %s', (_, scores, known, expected) => {
  expect(isOtherLanguage(scores, english, known)).toBe(expected);
});
