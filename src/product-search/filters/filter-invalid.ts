/** Place of the fault in a filter: offset in its text in UTF-16 units, or path to a member of its object. */
export type FilterPlace = number | readonly string[];

/** A filter that cannot be read, or does not fit the fields of the index. */
export class FilterInvalid extends Error {
  override readonly name = 'FilterInvalid';

  constructor(
    /** A sentence for people. */
    message: string,
    readonly place: FilterPlace,
    /** Tokens, names or kinds of values that could stand at the place. */
    readonly expected: readonly string[],
  ) {
    super(message);
  }
}
