import { type ObjectSettings } from '../../domain/products/settings';
import { builtInField } from './built-in-fields';
import { distinctCount } from './distinct-counter';
import { type FieldSummary, type RecordSummary } from './record-summary';
import { isShare, inferType } from './infer-type';

/** Differing values that a title has at least. */
const valuesMin = 8;
/** Percent of the records that have a title. */
const presentPercent = 80;
/** Percent of the values that are short and of several words. */
const phrasePercent = 70;
/** Percent of the values that differ: variants of a product share its title. */
const distinctPercent = 50;

/**
 * The top-level field that is the title by its values, for records of which no name claims that role: the
 * short text whose values are many, differ and have several words; of several the one that differs most, then
 * the first. Null without one, and where settings name the title or the texts that are searched.
 */
export function titleByValues(
  { records, fields }: RecordSummary,
  settings: ObjectSettings,
): string | null {
  const set = new Map(Object.entries(settings.fields ?? {}));
  const isTitleSet = [...set.values()].some(({ role }) => role === 'title');
  if (isTitleSet || (settings.searchable?.length ?? 0) > 0) return null;
  const claims = [...fields.values()].some(
    (field) => builtInField(field.path)?.role === 'title' && hasText(field),
  );
  if (claims) return null;
  const isAccessList = (name: string) =>
    [settings.acl?.field, settings.acl?.deny_field, settings.tenant_field].includes(name);
  let best: { name: string; share: number } | null = null;
  for (const [name, field] of fields) {
    if (isAccessList(name) || set.get(name)?.type !== undefined || builtInField(field.path) !== undefined) continue;
    const share = titleShare(field, records);
    if (share > (best?.share ?? 0)) best = { name, share };
  }
  return best?.name ?? null;
} // prettier-ignore

/** Tenths of the values that differ, of a field that can be a title; 0 for other fields. */
function titleShare(field: FieldSummary, records: number): number {
  const { values, forms, lists } = field;
  const distinct = Math.min(values, distinctCount(field.distinct));
  const fits =
    lists === 0 &&
    distinct >= valuesMin &&
    isShare(values, records, presentPercent) &&
    isShare(forms.phrase, values, phrasePercent) &&
    isShare(distinct, values, distinctPercent) &&
    hasText(field);
  return fits ? Math.floor((10 * distinct) / values) : 0;
}

function hasText(field: FieldSummary): boolean {
  const type = inferType(field);
  return (
    field.values > 0 && (type === 'text' || type === 'keyword' || type === 'identifier' || type === 'enum')
  );
}
