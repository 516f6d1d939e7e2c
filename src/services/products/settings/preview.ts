import {
  addRecord,
  createIdCandidates,
  createSummary,
  declaredFields,
  idInferred,
  inferFieldTable,
  type InferredTable,
  isDeeperThan,
  TooManyFields,
} from '../../../product-search';
import { recordDepthMax } from '../../../domain/products/limits';
import { type ObjectSettings } from '../../../domain/products/settings';
import { ValidationError } from '../../../domain/platform/refusal';

/** Fields and id that sample records would have. */
export interface SchemaPreview {
  id: { field: string | null; confidence: number };
  inferred: InferredTable;
}

/** A field that was given, or whose name says that it is the id. */
const certain = 1;
/** A code that can serve as the id. */
const likely = 0.9;

/**
 * Infers the fields of sample records; nothing is stored.
 *
 * @param idField null to have it found
 * @throws ValidationError for records with too many fields
 */
export function previewSchema(
  records: readonly Record<string, unknown>[],
  { settings, idField }: { settings: ObjectSettings; idField: string | null },
): SchemaPreview {
  const summary = createSummary(declaredFields(settings));
  const candidates = createIdCandidates();
  records.forEach((value, place) => {
    if (isDeeperThan(value, recordDepthMax)) throw wrongRecord(place, 'is nested too deep', 'too_deep');
    try {
      addRecord(summary, value);
    } catch (error) {
      if (!(error instanceof TooManyFields)) throw error;
      throw wrongRecord(place, error.message, 'too_many_fields');
    }
    candidates.add({ value, text: JSON.stringify(value) });
  });
  const found = idField === null ? candidates.find() : null;
  const field = idField ?? found?.field ?? null;
  const confidence = field === null ? 0 : found?.origin === 'code_field' ? likely : certain;
  const inferred = inferFieldTable(summary, { settings, idField: field });
  const warnings = found === null ? inferred.warnings : [idInferred(found.field), ...inferred.warnings];
  return { id: { field, confidence }, inferred: { ...inferred, warnings } };
}

function wrongRecord(place: number, msg: string, type: string): ValidationError {
  return new ValidationError([{ loc: ['body', 'records', place], msg, type }]);
}
