import { searchShop } from '../../embedded/try/search-shop';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('the searches for products show a typo, an amount, and that principals see different records', async () => {
  const { api, key } = stack;
  const texts: string[] = [];
  const access = { apiUrl: api.baseUrl, devApiKey: key.text, signal: new AbortController().signal };
  await searchShop(access, (text) => texts.push(text));
  const shown = texts.join('\n').split(/^"(?=.* as group:)/m);
  const idsOf = (text: string) => [...text.matchAll(/^[A-Z]{2}-\d/gm)].map(([id]) => id);
  const [, typo, amount, guests, staff] = shown as [string, string, string, string, string];
  expect(typo).toContain('is read as "wireless"');
  expect(idsOf(typo)).toEqual(['KB-1']);
  expect(amount).toContain('"under 2 ft" is read as width <= ');
  expect(idsOf(amount).sort()).toEqual(['SH-1', 'SH-3', 'SH-4']);
  expect(idsOf(guests).sort()).toEqual(['SH-1', 'SH-2']);
  expect(idsOf(staff).sort()).toEqual(['SH-1', 'SH-2', 'SH-9']);
});
