import { type Assignment } from '../../../domain/products/assignment';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { changedFixedSettings } from '../../../product-search';
import { type CheckCopy } from '../../../stores/products/product-assignments';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { refuseOtherIndexes } from '../indexes/find';

/**
 * Replaces the assignment of an index; null removes it.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `INDEX_NOT_READY` for a copy that was never built, `FORBIDDEN` for a
 * copy that the key does not reach or whose access rules differ; ValidationError for other copies
 */
export async function putAssignment(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  index: ProductIndexRow,
  assignment: Assignment | null,
): Promise<void> {
  const isThere = await stores.putAssignment(index, assignment, copyCheck(caller, index, assignment));
  if (!isThere) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
}

function copyCheck(caller: Caller, index: ProductIndexRow, assignment: Assignment | null): CheckCopy {
  return (name, copy) => {
    refuseOtherIndexes(caller, name);
    const wrong = (msg: string) =>
      new ValidationError([{ loc: ['body', ...placeOf(assignment!, name)], msg, type: 'value_error' }]);
    if (copy === null) throw wrong('no index has this name');
    if (copy._id === index._id) throw wrong('is the index itself; null stands for it');
    if (copy.assignment !== undefined) throw wrong('has an assignment of its own');
    const rules = changedFixedSettings(settingsOf(index), settingsOf(copy));
    if (rules.length > 0) {
      const message = `${name} has another ${rules.join(', ')} than ${index.name}.`;
      throw new Refusal<ProductErrorCode>('FORBIDDEN', { message, details: { fields: rules } });
    }
    if (copy.served === null)
      throw new Refusal<ProductErrorCode>('INDEX_NOT_READY', {
        message: `${name} has not been built yet.`,
      });
  };
}

/** Path of the first group that names an index. */
function placeOf({ layers }: Assignment, name: string): (string | number)[] {
  for (const [layer, { groups }] of layers.entries()) {
    const group = groups.findIndex(({ index }) => index === name);
    if (group >= 0) return ['layers', layer, 'groups', group, 'index'];
  }
  return ['layers'];
}
