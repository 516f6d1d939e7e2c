import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import {
  casesBytesMax,
  EVALUATION_ERRORS,
  EVALUATION_STATES,
  evaluationConfigsMax,
  UNIT_ERRORS,
} from '../../../src/domain/documents/evaluation';
import { checkQuery, queryAnswer, queryFields, querySettingsBase } from '../queries/schema';
import { announceUploadBody, uploadLinkQuery } from '../../platform/uploads/schema';
import { moment } from '../../http/fields/moment';
import { placeCursor } from '../../http/fields/place-cursor';
import { endsAfterItBegins } from '../../http/fields/span';
import { timestamp } from '../../http/fields/timestamp';
import { wait } from '../../http/fields/wait';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  announceCasesExample,
  announcedCasesExample,
  configNamesExample,
  cancelledEvaluationExample,
  createEvaluationExample,
  createdEvaluationExample,
  evaluationExample,
  receivedCasesExample,
  caseExample,
} from './examples';

const evaluationsPageMax = 100;
const evaluationsPageDefault = 50;
const itemsPageMax = 500;
const itemsPageDefault = 100;

const nullableTime = timestamp.nullable();
const evaluationStatus = z.enum(EVALUATION_STATES).meta({ id: 'EvaluationStatus' });
const count = z.int().min(0);
const share = z.number().min(0).max(1).nullable();
const jsonObject = z.record(z.string(), z.unknown());

export const announceCasesBody = announceUploadBody
  .extend({
    byte_size: z
      .number()
      .int()
      .nonnegative()
      .describe(`Exact size of the file: 1 to ${casesBytesMax} bytes.`),
    content_type: announceUploadBody.shape.content_type.unwrap().default('application/x-ndjson'),
  })
  .meta({ id: 'AnnounceEvaluationCasesRequest', examples: [announceCasesExample] });

export const announcedCases = z
  .strictObject({
    upload_id: z.string().describe('`evu_…`; for one evaluation, within 24 hours.'),
    upload_url: z.string().describe('Takes the bytes by PUT, once, without a key.'),
    expires_at: timestamp.describe('End of `upload_url`: 15 minutes from now.'),
  })
  .meta({ id: 'AnnouncedEvaluationCases', examples: [announcedCasesExample] });

export const casesUploadParams = z.strictObject({ upload_id: z.string() });
export const casesUploadQuery = uploadLinkQuery;
export const receivedCases = z
  .strictObject({ upload_id: z.string(), state: z.literal('ready') })
  .meta({ id: 'ReceivedEvaluationCases', examples: [receivedCasesExample] });

const configName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'is no name of a configuration');

const evaluationConfig = extending(
  queryFields
    .omit({ query: true })
    .extend({ name: configName })
    .superRefine(checkQuery)
    .meta({ id: 'EvaluationConfig' }),
  querySettingsBase,
);

export const createEvaluationBody = z
  .strictObject({
    upload_id: z.string().max(64),
    configs: z
      .array(evaluationConfig)
      .min(1)
      .max(evaluationConfigsMax)
      .refine((configs) => new Set(configs.map(({ name }) => name)).size === configs.length, {
        message: 'names must differ',
      })
      .describe('Bodies of v3 queries, each with a name in place of `query`.'),
  })
  .meta({ id: 'CreateEvaluationRequest', examples: [createEvaluationExample] });
export type CreateEvaluationBody = z.infer<typeof createEvaluationBody>;

export const createdEvaluation = z
  .strictObject({
    eval_id: z.string(),
    status: evaluationStatus,
    preview: z.strictObject({
      cases: count,
      configs: count,
      units: count.describe('Cases times configurations.'),
      cases_error: count.describe('Not to be asked.'),
      billable_units: count.describe('Each is billed as one query once it is answered.'),
    }),
  })
  .meta({ id: 'CreatedEvaluation', examples: [createdEvaluationExample] });
export type CreatedEvaluation = z.infer<typeof createdEvaluation>;

export const evaluationParams = z.strictObject({ eval_id: z.string() });

export const evaluationQuery = z.strictObject({
  wait,
  items_limit: wholeNumber(1, itemsPageMax).default(itemsPageDefault),
  items_cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'is no cursor')
    .optional()
    .describe('`items_page.next_cursor` of the page before; default the first page.'),
});

export const listEvaluationsQuery = z
  .strictObject({
    collection_name: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('As the collection was called when the evaluation was accepted; default every collection.'),
    status: evaluationStatus.optional().describe('Default every status.'),
    from: moment.optional().describe('Evaluations accepted at this time or later; default the oldest.'),
    to: moment.optional().describe('Evaluations accepted before this time; default now.'),
    limit: wholeNumber(1, evaluationsPageMax).default(evaluationsPageDefault),
    cursor: placeCursor,
  })
  .refine(...endsAfterItBegins);

const scorecard = z
  .strictObject({
    recall_at_1: share.describe('Share of the expected documents among the first one, on average.'),
    recall_at_3: share,
    recall_at_10: share,
    mrr: share.describe(
      'One divided by the place of the first expected document, on average; 0 without one.',
    ),
    ndcg_at_10: share.describe('Documents are relevant or not.'),
    latency_p50_ms: count.nullable().describe('Nearest rank.'),
    latency_p95_ms: count.nullable(),
    scored: count,
    failed: count,
    error: count.describe('Cases whose documents could not be told.'),
  })
  .meta({ id: 'EvaluationScorecard' });

const comparison = z
  .strictObject({
    a: z.string(),
    b: z.string(),
    questions: count.describe('Answered by both.'),
    a_only: count.describe('Only `a` found an expected document.'),
    b_only: count,
    p_value: z.number().describe("McNemar's test, exact and two-sided."),
    difference: z.number().nullable().describe('Share of hits of `b` less that of `a`.'),
    ci95: z
      .array(z.number())
      .length(2)
      .nullable()
      .describe('95 % interval of the difference by Bonett and Price; drawn a little towards zero.'),
  })
  .meta({ id: 'EvaluationComparison' });

const unit = z
  .strictObject({
    status: z.enum(['pending', 'scored', 'failed', 'skipped']),
    hit: z.boolean().nullable().describe('An expected document was found.'),
    rank: z.int().nullable().describe('Place of the first one, from 1.'),
    latency_ms: count.nullable(),
    query_id: z.string().nullable(),
    retrieved_document_ids: z.array(z.string()).describe('In the order of their first chunks.'),
    error_code: z.enum(UNIT_ERRORS).nullable(),
  })
  .meta({ id: 'EvaluationUnit' });
export type EvaluationUnit = z.infer<typeof unit>;

const caseBody = z
  .strictObject({
    id: z.string(),
    query: z.string(),
    status: z.enum(['pending', 'scored', 'failed', 'error', 'skipped']),
    error_code: z.enum(['GOLD_UNRESOLVED', ...UNIT_ERRORS]).nullable(),
    expected_document_ids: z.array(z.string()),
    results: z.record(z.string(), unit).describe('By the names of the configurations.'),
  })
  .meta({ id: 'EvaluationCase', examples: [caseExample] });
export type EvaluationCaseBody = z.infer<typeof caseBody>;

const evaluationState = z
  .strictObject({
    eval_id: z.string(),
    collection_name: z.string(),
    status: evaluationStatus,
    progress: z.strictObject({ percent: count.max(100), units_done: count, units_total: count }),
    scorecards: z
      .record(z.string(), scorecard)
      .nullable()
      .describe('By the names of the configurations; null until the evaluation has ended.'),
    billing: z.strictObject({
      billable_units: count.describe('Planned at first, answered at the end.'),
      skipped_units: count.describe('Not asked.'),
      failed_configs: z.array(z.string()).describe('Without any answer.'),
      credits: z.strictObject({ used: z.number().describe('Half a credit per started 50 queries.') }),
    }),
    error_code: z.enum(EVALUATION_ERRORS).nullable(),
    error_message: z.string().nullable(),
    created_at: timestamp,
    completed_at: nullableTime,
  })
  .meta({ id: 'EvaluationState', examples: [evaluationExample] });

export const evaluationResource = extending(
  evaluationState
    .extend({
      configs: z
        .array(jsonObject)

        .meta({ examples: [createEvaluationExample.configs] }),
      comparisons: z
        .array(comparison)
        .nullable()
        .describe('Every pair; null until the evaluation has ended.'),
      items: z.array(caseBody),
      items_page: z.strictObject({ next_cursor: z.string().nullable(), total: count }),
    })
    .meta({ id: 'Evaluation' }),
  evaluationState,
);
export type EvaluationResource = z.infer<typeof evaluationResource>;

export const evaluationList = z
  .strictObject({
    evaluations: z.array(
      extending(
        evaluationState
          .extend({
            configs: z
              .array(z.string())

              .meta({ examples: [configNamesExample] }),
            cases: count.meta({ examples: [6] }),
          })
          .meta({ id: 'ListedEvaluation' }),
        evaluationState,
      ),
    ),
    limit: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'EvaluationList' });
export type EvaluationList = z.infer<typeof evaluationList>;

export const cancelledEvaluation = z
  .strictObject({
    eval_id: z.string(),
    status: evaluationStatus,
    message: z.string(),
  })
  .meta({ id: 'CancelledEvaluation', examples: [cancelledEvaluationExample] });
export type CancelledEvaluation = z.infer<typeof cancelledEvaluation>;

export const answerParams = z.strictObject({
  eval_id: z.string(),
  case_id: z.string(),
  config_name: z.string(),
});

export const evaluationAnswer = z
  .strictObject({
    eval_id: z.string(),
    case_id: z.string(),
    config_name: z.string(),
    query_id: z.string(),
    request: jsonObject.describe('A v3 query that asks the same by itself.'),
    response: queryAnswer,
  })
  .meta({ id: 'EvaluationAnswer' });
