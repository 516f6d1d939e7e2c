import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type MaskingOptions, retryBudgetSecondsDefault } from '../../../src/domain/documents/masking';
import { type AnyRefusal, Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type IndexOptionFields } from './schema';

const needMasking = [
  'pii_fields',
  'pii_instructions',
  'pii_engine',
  'pii_fallback',
  'pii_include_tags',
  'pii_include_near',
] as const;

/** Options of masking as a request has them. */
type SentMasking = Pick<IndexOptionFields, 'mask_pii' | (typeof needMasking)[number]>;

/**
 * Reads the options of masking of a request; null for a request without masking.
 *
 * @throws Refusal `conflicting_options`, `engine_does_not_support_custom_fields`; ValidationError
 */
export function readMasking(sent: SentMasking): MaskingOptions | null {
  if (!sent.mask_pii) {
    const field = needMasking.find((name) => sent[name] !== undefined);
    if (field === undefined) return null;
    const message = `${field} needs mask_pii: true.`;
    throw new Refusal<DocumentErrorCode>('conflicting_options', { message });
  }
  const fields = sent.pii_fields ?? [];
  const instructions = sent.pii_instructions ?? null;
  const engine = sent.pii_engine ?? 'classifier';
  const isCustom = fields.length > 0 || instructions !== null;
  if (engine === 'patterns' && isCustom) throw customNotSupported();
  const asked = sent.pii_include_tags ?? [];
  const near = sent.pii_include_near ?? false;
  return { fields, instructions, engine, asked, near, fallback: readFallback(sent, engine, isCustom) };
}

/**
 * Engines to fall back on. The older boolean form, and the default after `hosted`, fall back to `patterns`,
 * which ignores fields and instructions of the caller. When there are some, nothing follows by default, and
 * `patterns` may not be requested.
 */
function readFallback(
  { pii_fallback: sent }: SentMasking,
  engine: MaskingOptions['engine'],
  isCustom: boolean,
): MaskingOptions['fallback'] {
  if (typeof sent === 'object') {
    const { engines, retry_budget_seconds: retryBudgetSeconds } = sent;
    const at = engines.findIndex((one) => one === engine);
    if (at === -1) return { engines, retryBudgetSeconds };
    const loc = ['body', 'pii_fallback', 'engines', at];
    throw new ValidationError([{ loc, msg: 'is the engine of the request', type: 'value_error' }]);
  }
  if (sent === true && isCustom) throw customNotSupported();
  const isEarlierDefault = sent === undefined && engine === 'hosted' && !isCustom;
  const follows = (sent === true || isEarlierDefault) && engine !== 'patterns';
  return { engines: follows ? ['patterns'] : [], retryBudgetSeconds: retryBudgetSecondsDefault };
}

const customNotSupported = (): AnyRefusal =>
  new Refusal<DocumentErrorCode>('engine_does_not_support_custom_fields');
