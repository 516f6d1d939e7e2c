import { typePermissions } from '../../../src/domain/products/key-scope';
import { type ProductPermission } from '../../../src/domain/products/permissions';
import { createShownFields } from '../../../src/domain/products/shown-fields';
import { type FieldIssue } from '../../../src/domain/platform/refusal';
import { type NewKeyBody } from './schema';

type SentFields = Pick<NewKeyBody, 'hidden_fields' | 'visible_fields'>;

/**
 * Wrong fields of a body that bounds the fields of a key which does more than read records: who writes
 * records or manages an index has them, its settings and its jobs whole.
 */
export function fieldBoundIssues(sent: SentFields, permissions: readonly ProductPermission[]): FieldIssue[] {
  const beyond = permissions.filter((name) => !typePermissions.search.includes(name));
  if (beyond.length === 0) return [];
  return (['hidden_fields', 'visible_fields'] as const)
    .filter((member) => sent[member] != null)
    .map((member) => ({
      loc: ['body', member],
      msg: `a key with ${beyond.join(', ')} sees every field`,
      type: 'value_error',
    }));
}

/** Wrong fields of a change by which a key would show what it hides. */
export function shownAgainIssues(
  hidden: readonly string[] | null,
  { hidden_fields: wanted }: SentFields,
): FieldIssue[] {
  if (hidden === null || wanted == null) return [];
  const shown = createShownFields([{ hidden: wanted, visible: null }]);
  return hidden
    .filter((name) => shown.extent(name) !== 'none')
    .map((name) => ({
      loc: ['body', 'hidden_fields'],
      msg: `the key hides ${JSON.stringify(name)} already, and can only hide more`,
      type: 'value_error',
    }));
}
