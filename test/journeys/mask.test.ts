import { maskLetter } from '../../embedded/try/mask-letter';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('the letter is shown with tags in place of its personal data, and the report counts them', async () => {
  const { api, key } = stack;
  const texts: string[] = [];
  const access = { apiUrl: api.baseUrl, devApiKey: key.text, signal: new AbortController().signal };
  await maskLetter(access, (text) => texts.push(text));
  const shown = texts.join('\n');
  for (const tag of ['PERSON', 'EMAIL', 'PHONE', 'IBAN', 'CREDIT_CARD', 'BADGE']) {
    expect(shown).toContain(`<${tag}>`);
    expect(shown).toMatch(new RegExp(`^${tag} +[1-9]`, 'm'));
  }
  expect(shown).not.toMatch(/Okafor|example\.com|4111|BX-20391/);
  expect(shown).toContain('pii-linear-1');
});
