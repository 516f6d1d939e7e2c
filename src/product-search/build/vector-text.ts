import { type FieldTable } from '../../domain/products/field-table';
import { searchedText, valuesOf } from '../values/column-value';
import { membersAt } from '../values/members-at';

/** A vector is made of at most so many characters. */
const vectorCharsMax = 1_000;

/** The text of a record whose meaning its vector stands for; null for a record without. */
export type VectorTextOf = (record: object) => string | null;

/**
 * Creates what gives the text of a record's vector: that of the primary field, its title. The description
 * adds nothing to the ranking.
 *
 * @returns null where the records have no text field
 */
export function createVectorTexts({ primary }: FieldTable): VectorTextOf | null {
  if (primary === null) return null;
  return (record) => {
    const values = membersAt(record, primary).flatMap((member) => valuesOf('text', member));
    const text = values.flatMap((value) => searchedText({ type: 'text' }, value) ?? []).join(' ').trim(); // prettier-ignore
    return text === '' ? null : text.slice(0, vectorCharsMax);
  };
}
