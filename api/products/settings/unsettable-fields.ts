import { ValidationError } from '../../../src/domain/platform/refusal';

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
