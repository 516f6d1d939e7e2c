import { type KeyBounds, type KeyScope, wideningsOf } from '../../../src/domain/products/key-scope';
import { type ProductPermission } from '../../../src/domain/products/permissions';
import { type FieldIssue } from '../../../src/domain/platform/refusal';
import { boundNames } from './key-scopes';

/** Wrong fields of a body that asks for more than a scope allows. */
export function wideningIssues(
  scope: KeyScope,
  wanted: { permissions: readonly ProductPermission[]; bounds: KeyBounds },
): FieldIssue[] {
  return wideningsOf(scope, wanted).map(({ member, message }) => ({
    loc: ['body', memberNames[member]],
    msg: message,
    type: 'value_error',
  }));
}

const memberNames = Object.fromEntries([
  ['permissions', 'permissions'],
  ...Object.entries(boundNames).map(([sent, bound]) => [bound, sent]),
]) as Record<'permissions' | keyof KeyBounds, string>;
