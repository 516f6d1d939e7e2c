import { readMasking } from '../../../api/documents/indexing/masking';
import { indexOptions } from '../../../api/documents/indexing/schema';
import { isRefusal, ValidationError } from '../../../src/domain/platform/refusal';
import { PII_TAGS } from '../../../src/domain/platform/personal-data';

const badge = { description: 'badge numbers such as BX-20391', tag: 'BADGE' };

/** What becomes of the options of a request: what the job stores, or the code of the refusal. */
function read(sent: object): unknown {
  const parsed = indexOptions.safeParse(sent);
  if (!parsed.success) return 'validation_error';
  try {
    return readMasking(parsed.data);
  } catch (error) {
    if (error instanceof ValidationError) return 'validation_error';
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

const none = { fields: [], instructions: null, engine: 'classifier', asked: [], near: false };
const after = (...engines: string[]) => ({ fallback: { engines, retryBudgetSeconds: 60 } });

test.each([
  ['no masking', {}, null],
  ['no masking, said so', { mask_pii: false }, null],
  ['masking alone', { mask_pii: true }, { ...none, ...after() }],
  [
    'everything',
    {
      mask_pii: true,
      pii_fields: [badge],
      pii_instructions: 'Keep city names.',
      pii_engine: 'classifier',
      pii_fallback: { engines: ['hosted'], retry_budget_seconds: 0 },
      pii_include_tags: ['AGE'],
      pii_include_near: true,
    },
    {
      fields: [badge],
      instructions: 'Keep city names.',
      engine: 'classifier',
      asked: ['AGE'],
      near: true,
      fallback: { engines: ['hosted'], retryBudgetSeconds: 0 },
    },
  ],
  ['an empty list of fields', { mask_pii: true, pii_fields: [] }, { ...none, ...after() }],
  [
    'patterns without fields of its own',
    { mask_pii: true, pii_engine: 'patterns', pii_fields: [] },
    { ...none, engine: 'patterns', ...after() },
  ],
  [
    'better engines after patterns, in this order',
    { mask_pii: true, pii_engine: 'patterns', pii_fallback: { engines: ['hosted', 'classifier'] } },
    { ...none, engine: 'patterns', ...after('hosted', 'classifier') },
  ],
  [
    'the earlier form after the earlier engine',
    { mask_pii: true, pii_engine: 'hosted', pii_fallback: true },
    { ...none, engine: 'hosted', ...after('patterns') },
  ],
  [
    'the earlier engine by itself, as it was',
    { mask_pii: true, pii_engine: 'hosted' },
    { ...none, engine: 'hosted', ...after('patterns') },
  ],
  [
    'the earlier engine by itself with instructions, which patterns would not follow',
    { mask_pii: true, pii_engine: 'hosted', pii_instructions: 'Keep city names.' },
    { ...none, instructions: 'Keep city names.', engine: 'hosted', ...after() },
  ],
  [
    'the earlier engine with no fallback',
    { mask_pii: true, pii_engine: 'hosted', pii_fallback: false },
    { ...none, engine: 'hosted', ...after() },
  ],
  [
    'the earlier engine with an empty list',
    { mask_pii: true, pii_engine: 'hosted', pii_fallback: { engines: [], retry_budget_seconds: 300 } },
    { ...none, engine: 'hosted', fallback: { engines: [], retryBudgetSeconds: 300 } },
  ],
  [
    'the earlier form after the default engine',
    { mask_pii: true, pii_fallback: true },
    { ...none, ...after('patterns') },
  ],
  [
    'the earlier form after patterns, which nothing follows',
    { mask_pii: true, pii_engine: 'patterns', pii_fallback: true },
    { ...none, engine: 'patterns', ...after() },
  ],
])('takes %s', (_, sent, expected) => {
  expect(read(sent)).toEqual(expected);
});

test.each([
  ['fields without masking', { pii_fields: [] }, 'conflicting_options'],
  ['instructions without masking', { mask_pii: false, pii_instructions: 'x' }, 'conflicting_options'],
  ['an engine without masking', { pii_engine: 'classifier' }, 'conflicting_options'],
  ['kinds without masking', { pii_include_tags: ['AGE'] }, 'conflicting_options'],
  ['a fallback without masking', { pii_fallback: false }, 'conflicting_options'],
  [
    'patterns with fields',
    { mask_pii: true, pii_engine: 'patterns', pii_fields: [badge] },
    'engine_does_not_support_custom_fields',
  ],
  [
    'patterns with instructions',
    { mask_pii: true, pii_engine: 'patterns', pii_instructions: 'Keep city names.' },
    'engine_does_not_support_custom_fields',
  ],
  [
    'patterns after an engine with fields',
    { mask_pii: true, pii_fields: [badge], pii_fallback: true },
    'engine_does_not_support_custom_fields',
  ],
])('refuses %s', (_, sent, code) => {
  expect(read(sent)).toBe(code);
});

const withFields = (...pii_fields: object[]) => ({ mask_pii: true, pii_fields });
const withFallback = (pii_fallback: unknown, pii_engine = 'classifier') => ({
  mask_pii: true,
  pii_engine,
  pii_fallback,
});
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...badge, tag: `BADGE_${n}` }));

test.each([
  ['masking that is no boolean', { mask_pii: 'yes' }],
  ['an unknown engine', { mask_pii: true, pii_engine: 'presidio' }],
  ['a kind that needs not be asked for', { mask_pii: true, pii_include_tags: ['PERSON'] }],
  ['a kind twice', { mask_pii: true, pii_include_tags: ['AGE', 'AGE'] }],
  ['instructions without words', { mask_pii: true, pii_instructions: '' }],
  ['instructions beyond any bound', { mask_pii: true, pii_instructions: 'x'.repeat(4_001) }],
  ['21 fields', withFields(...many(21))],
  ['a tag twice', withFields(badge, { ...badge, description: 'other' })],
  ...PII_TAGS.map((tag): [string, object] => [`the built-in tag ${tag}`, withFields({ ...badge, tag })]),
  ['a tag in small letters', withFields({ ...badge, tag: 'badge' })],
  ['a tag that begins with a digit', withFields({ ...badge, tag: '1BADGE' })],
  ['a tag of 33 characters', withFields({ ...badge, tag: 'B'.repeat(33) })],
  ['a tag with a line behind it', withFields({ ...badge, tag: 'BADGE\n' })],
  ['a description of two characters', withFields({ ...badge, description: 'ab' })],
  ['a description of 501 characters', withFields({ ...badge, description: 'x'.repeat(501) })],
  ['a field without a tag', withFields({ description: 'abc' })],
  ['a field with a member too many', withFields({ ...badge, colour: 'red' })],
  ['patterns as a fallback', withFallback({ engines: ['patterns'] })],
  ['the chosen engine as a fallback', withFallback({ engines: ['hosted'] }, 'hosted')],
  [
    'the default engine as a fallback of itself',
    { mask_pii: true, pii_fallback: { engines: ['classifier'] } },
  ],
  ['an engine twice', withFallback({ engines: ['hosted', 'hosted'] })],
  ['a fallback without engines', withFallback({ retry_budget_seconds: 10 })],
  ['a fallback with a member too many', withFallback({ engines: [], colour: 'red' })],
  ['a fallback that is a text', withFallback('true')],
  ['a fallback that is null', withFallback(null)],
  ['a budget of 301 seconds', withFallback({ engines: [], retry_budget_seconds: 301 })],
  ['a budget below zero', withFallback({ engines: [], retry_budget_seconds: -1 })],
  ['half a second of budget', withFallback({ engines: [], retry_budget_seconds: 0.5 })],
])('does not take %s', (_, sent) => {
  expect(read(sent)).toBe('validation_error');
});

test.each([
  ['20 fields', withFields(...many(20))],
  ['a tag of 32 characters', withFields({ ...badge, tag: 'B'.repeat(32) })],
  ['a description of three characters', withFields({ ...badge, description: 'abc' })],
  ['a description of 500 characters', withFields({ ...badge, description: 'x'.repeat(500) })],
])('takes %s, at the bound', (_, sent) => {
  expect(read(sent)).toMatchObject({ fields: sent.pii_fields });
});
