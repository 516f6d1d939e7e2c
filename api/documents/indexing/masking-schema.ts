import { z } from 'zod';
import { retryBudgetSecondsDefault } from '../../../src/domain/documents/masking';
import { ASKED_TAGS, PII_ENGINES, PII_TAGS } from '../../../src/domain/platform/personal-data';

const fieldsMax = 20;
const instructionsCharsMax = 4_000;
const retryBudgetSecondsMax = 300;

/** Engines that `pii_fallback.engines` may name: those that know the caller's fields and instructions. */
const fallbackEngine = z.enum(['classifier', 'hosted'] satisfies (typeof PII_ENGINES)[number][]);

/** Engine of masking. */
export const piiEngine = z.enum(PII_ENGINES).meta({ id: 'PiiEngine' });

const piiField = z
  .strictObject({
    description: z.string().min(3).max(500).describe('Plain language; examples help.'),
    tag: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,31}$/, 'must be capitals, digits and underscores')
      .refine((tag) => !(PII_TAGS as readonly string[]).includes(tag), 'is a built-in tag'),
  })
  .meta({ id: 'PiiField', examples: [{ description: 'badge numbers such as BX-20391', tag: 'BADGE' }] });

const piiFallback = z
  .strictObject({
    engines: z
      .array(fallbackEngine)
      .max(PII_ENGINES.length)
      .refine(isUnique, 'names an engine twice')
      .describe('Tried in order; without the engine of `pii_engine`.'),
    retry_budget_seconds: z.int().min(0).max(retryBudgetSecondsMax).default(retryBudgetSecondsDefault),
  })
  .meta({ id: 'PiiFallback' });

/** Options of masking of every indexing request. */
export const maskingFields = {
  mask_pii: z
    .boolean()
    .default(false)
    .describe(
      `Puts \`<TAG>\` in the place of personal data. Tags: ${PII_TAGS.join(', ')}; \`AGE\` only where ` +
        'this request or the collection asks for it.',
    ),
  pii_fields: z
    .array(piiField)
    .max(fieldsMax)
    .refine((fields) => isUnique(fields.map(({ tag }) => tag)), 'has a tag twice')
    .optional()
    .describe('Categories of your own. This and the other `pii_` fields need `mask_pii: true`.'),
  pii_instructions: z
    .string()
    .min(1)
    .max(instructionsCharsMax)
    .optional()
    .describe('Guidance for all categories; the report warns of what is not understood.'),
  pii_engine: piiEngine
    .optional()
    .describe('Default `classifier`. `patterns` takes neither `pii_fields` nor `pii_instructions`.'),
  pii_include_tags: z
    .array(z.enum(ASKED_TAGS))
    .max(ASKED_TAGS.length)
    .refine(isUnique, 'has a tag twice')
    .optional()
    .describe('Kinds that are masked only where asked for: `AGE`, ages of persons.'),
  pii_include_near: z
    .boolean()
    .optional()
    .describe('Default false. The report also lists what was nearly masked; only `classifier` finds it.'),
  pii_fallback: z
    .union([z.boolean(), piiFallback])
    .optional()
    .describe(
      'Default none, but `patterns` after a `hosted` without fields and instructions of your own. `true` is ' +
        '`patterns`, `false` none.',
    ),
};

/** The options in a schema of their own, for the documentation of bodies that include them. */
export const maskingBase = z.object(maskingFields).meta({ id: 'MaskingOptions' });

function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
