import { fieldsPerIndexMax } from '../../domain/products/limits';
import { type FieldSummary, type RecordSummary } from './record-summary';

/** Objects that the message names. */
const namedMax = 3;

/** The records of an index have more fields than an index may have. */
export class TooManyFields extends Error {
  constructor({ fields }: Pick<RecordSummary, 'fields'>) {
    const objects = [...fields.values()]
      .map((field) => ({ name: field.name, members: membersOf(field) }))
      .filter(({ members }) => members > 1)
      .sort((a, b) => b.members - a.members)
      .slice(0, namedMax);
    const named = objects.reduce((sum, { members }) => sum + members, 0);
    const names = objects.map(({ name, members }) => `${name} (${members})`).join(', ');
    const advice = named > fieldsPerIndexMax / 2 ? ` Most are members of ${names}:${skipAdvice}` : '';
    super(`The records have more than ${fieldsPerIndexMax} different fields.${advice}`);
    this.name = 'TooManyFields';
  }
}

const skipAdvice =
  ' give an object whose member names are values the type skip, or send its members as a list.';

/**
 * Counts a new field of a summary.
 *
 * @throws TooManyFields
 */
export function countField(summary: RecordSummary): void {
  summary.fieldCount += 1;
  if (summary.fieldCount > fieldsPerIndexMax) throw new TooManyFields(summary);
}

/** Fields below a field. */
function membersOf({ children }: FieldSummary): number {
  let count = children.size;
  for (const child of children.values()) count += membersOf(child);
  return count;
}
