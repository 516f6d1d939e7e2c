import { type FilterFields } from './filter-fields';
import { parseFilter } from './parse-filter';

/** Fields of no build: every name is a field that takes every condition. */
const openFields: FilterFields = {
  valuesOf: (name) => ({ name, type: 'any', unit: null, column: '' }),
  isParent: () => false,
  existenceOf: () => [''],
  placeColumns: [''],
};

/**
 * Checks a filter expression as far as no fields are needed: for filters of keys, which hold for indexes of all
 * kinds.
 *
 * @throws FilterInvalid with an offset into the text
 */
export function checkFilterSyntax(text: string): void {
  parseFilter(text, openFields);
}
