import { z } from 'zod';
import { ValidationError } from '../../../src/domain/platform/refusal';
import {
  fieldNameCharsMax,
  fieldsPerIndexMax,
  groupSizeMax,
  previewRecordsMax,
} from '../../../src/domain/products/limits';
import {
  FIELD_ROLES,
  FIELD_TYPES,
  FIELD_WEIGHTS,
  IDENTIFIER_FORMATS,
  type ObjectSettings,
  SETTINGS_WARNING_CODES,
} from '../../../src/domain/products/settings';
import {
  fieldExample,
  previewBodyExample,
  previewExample,
  settingsAnswerExample,
  settingsExample,
} from './examples';
import { jobResource } from '../jobs/schema';
import { unixMs } from '../pages';
import { recordMembers } from '../records/schema';

const enumValuesMax = 1_000;
const enumValueCharsMax = 512;
const unitCharsMax = 32;
const nounCharsMax = 64;

const fieldNameText = z
  .string()
  .max(fieldNameCharsMax)
  .describe('Name of a field as the records have it; names of nested fields are joined by dots.');
const fieldNames = z.array(fieldNameText).max(fieldsPerIndexMax);

const fieldSetting = z
  .strictObject({
    type: z.enum(FIELD_TYPES).optional().describe('Default: inferred from the values.'),
    searchable: z
      .boolean()
      .optional()
      .describe('Default: true for text, keyword, enum, identifier, number and bool.'),
    weight: z
      .enum(FIELD_WEIGHTS)
      .optional()
      .describe('Tier of a text field in the ranking; default `secondary`.'),
    role: z.enum(FIELD_ROLES).optional(),
    facet: z.boolean().optional(),
    filterable: z.boolean().optional().describe('Default: true for all but text, children and skip.'),
    sortable: z.boolean().optional().describe('Number and date only; default true.'),
    unit: z
      .string()
      .min(1)
      .max(unitCharsMax)
      .optional()
      .describe('Unit of a number field; values in other units of the same quantity are converted.'),
    values: z
      .array(z.string().min(1).max(enumValueCharsMax))
      .min(1)
      .max(enumValuesMax)
      .optional()
      .describe('Closed set of an enum.'),
    list: z.boolean().optional(),
  })
  .describe('Settings of one field; each overrides what the records suggest.');

/** Settings of an index, as callers send and read them. Unknown members are refused. */
const objectSettings: z.ZodType<ObjectSettings> = z
  .strictObject({
    fields: z
      .record(fieldNameText, fieldSetting)
      .refine((fields) => Object.keys(fields).length <= fieldsPerIndexMax, {
        message: `must name at most ${fieldsPerIndexMax} fields`,
      })
      .optional()
      .describe('Overrides by name of the field.'),
    searchable: fieldNames
      .optional()
      .describe('Exactly these text fields are searched; the first is primary.'),
    identifiers: fieldNames.optional().describe('Exact codes: ranked first on an exact match.'),
    facets: fieldNames.optional().describe('Facet fields; default: those that suit by their values.'),
    sortable: fieldNames.optional().describe('Sortable fields; default: all numbers and dates.'),
    acl: z
      .strictObject({
        field: fieldNameText.describe('Field that holds principals.'),
        deny_field: fieldNameText.optional().describe('Principals in it never see the record.'),
        missing: z.enum(['deny', 'public']).optional().describe('Records without the field; default `deny`.'),
      })
      .optional()
      .describe('Record-level access control; fixed when the index is created.'),
    tenant_field: fieldNameText
      .optional()
      .describe('Keyword field that keys are restricted by; fixed when the index is created.'),
    strict_types: z
      .boolean()
      .optional()
      .describe('Uploads refuse records whose values do not fit declared types; default false.'),
    deterministic: z
      .boolean()
      .optional()
      .describe('Exact search and stable order; default: on below 100,000 records.'),
    audit: z
      .strictObject({
        query_text: z.enum(['redacted', 'hashed', 'none', 'full']).optional(),
        client_ip: z.enum(['keyed', 'none', 'full']).optional(),
        on_failure: z.enum(['serve', 'refuse']).optional(),
      })
      .optional()
      .describe('Audit log; fixed when the index is created.'),
    group_by: z
      .strictObject({
        field: fieldNameText,
        size: z.int().min(1).max(groupSizeMax).optional().describe('Hits of each group; default 1.'),
      })
      .optional()
      .describe('Default grouping of searches.'),
    noun: z
      .strictObject({
        singular: z.string().min(1).max(nounCharsMax),
        plural: z.string().min(1).max(nounCharsMax),
      })
      .optional()
      .describe('Label of what the index holds.'),
  })
  .describe('Settings of an index. All members are optional.') as z.ZodType<ObjectSettings>;

export const settingsBody = objectSettings.meta({ id: 'ProductSettingsBody', examples: [settingsExample] });

const fieldResource = z
  .object({
    type: z.enum(FIELD_TYPES),
    inferred_type: z.enum(FIELD_TYPES),
    origin: z.enum(['inferred', 'set', 'builtin']),
    list: z.boolean(),
    searchable: z.boolean(),
    weight: z.enum(FIELD_WEIGHTS).nullable(),
    role: z.enum(FIELD_ROLES).nullable(),
    facet: z.boolean(),
    filterable: z.boolean(),
    sortable: z.boolean(),
    unit: z.string().nullable(),
    values: z.array(z.string()).nullable(),
    format: z.enum(IDENTIFIER_FORMATS).nullable(),
    present: z.number().describe('Share of the records that have a value.'),
    distinct: z.int().describe('Differing values: exact up to 1,000, within 2 % above.'),
    samples: z.array(z.unknown()).optional().describe('Up to three values; never of access lists.'),
    children: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Fields below, by name, each in the same form.'),
  })
  .meta({ id: 'ProductField', examples: [fieldExample] });

export type FieldResource = z.output<typeof fieldResource>;

const fieldResources = z.record(z.string(), fieldResource);

const settingsWarning = z
  .object({
    code: z.enum(SETTINGS_WARNING_CODES),
    settings: z.array(z.string()).optional(),
    role: z.enum(FIELD_ROLES).optional(),
    distinct_share: z.number().optional(),
    field: z.string().optional(),
    fields: z.array(z.string()).optional(),
    chosen: z.string().nullable().optional(),
    message: z.string(),
  })
  .meta({ id: 'ProductSettingsWarning' });

export const settingsAnswer = z
  .object({
    object_search: z.boolean(),
    settings: objectSettings.describe('The settings as they were set.'),
    effective: z
      .object({
        id_field: z.string().nullable(),
        primary: z.string().nullable().describe('Field that ranks like a title.'),
        records_seen: z
          .int()
          .describe(
            'Records that the fields were inferred from: those of the served build, as it took them, and up to 5,000 that were written ' +
              'since: those of the last 2,500 live writes, then staged ones.',
          ),
        records_total: z
          .int()
          .describe('Records that there are; fields that only the others of them have are not shown yet.'),
        fields: fieldResources,
      })
      .nullable()
      .describe('Fields by the settings and the records so far; null before the first record.'),
    served: z
      .object({ build_id: z.string(), built_at: unixMs, fields: fieldResources })
      .nullable()
      .describe('Fields of the build that is served.'),
    warnings: z.array(settingsWarning),
    applies_at: z
      .string()
      .describe('`served`, `the next build`, `when job <id> succeeds` or `the build after job <id>`.'),
    job: jobResource.nullable().describe('The build under way.'),
  })
  .describe('Settings of an index, what they give and when.')
  .meta({ id: 'ProductSettings', examples: [settingsAnswerExample] });
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const putSettingsQuery = z.strictObject({
  rebuild: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'Whether a change that needs a full build starts it. Ignored unless enabled for the organization.',
    ),
});

export const previewBody = z
  .strictObject({
    records: z.array(recordMembers).min(1).max(previewRecordsMax),
    id_field: fieldNameText.min(1).nullable().default(null).describe('Default: found in the records.'),
    settings: settingsBody.optional(),
  })
  .meta({ id: 'ProductSchemaPreviewBody', examples: [previewBodyExample] });

export const previewAnswer = z
  .object({
    id: z.object({
      field: z.string().nullable(),
      confidence: z
        .number()
        .describe(
          '1 for a field that was given or is named like an id, less for a code that can serve as one, 0 for none.',
        ),
    }),
    fields: fieldResources,
    warnings: z.array(settingsWarning),
  })
  .describe('Fields that the records would have.')
  .meta({ id: 'ProductSchemaPreview', examples: [previewExample] });

/**
 * Refuses settings of a field called `__proto__`: validation drops a member of this name, and settings are
 * never dropped in silence.
 *
 * @param sentBody body as it was sent
 * @param path names from the body down to the settings
 * @throws ValidationError
 */
export function refuseUnsettableFields(sentBody: unknown, path: readonly string[]): void {
  const fields = [...path, 'fields'].reduce(memberOf, sentBody);
  if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, '__proto__')) return;
  const msg = 'no settings can be given to a field of this name';
  throw new ValidationError([
    { loc: ['body', ...path, 'fields', '__proto__'], msg, type: 'unsettable_field' },
  ]);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
