import { columnKind, type FieldRow } from '../../../src/domain/products/field-table';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { createFilterFields, type FilterFields } from '../../../src/product-search/filters';

/** A field with the defaults of a build; its column is `f<n>`. */
export function fieldRow(name: string, type: FieldRow['type'], rest: Partial<FieldRow> = {}): FieldRow {
  const isColumn = columnKind(type) !== null;
  return {
    path: name.split('.'),
    type,
    inferredType: type,
    origin: 'inferred',
    list: false,
    searchable: true,
    weight: null,
    role: null,
    facet: isColumn,
    filterable: isColumn,
    sortable: type === 'number' || type === 'date',
    unit: null,
    values: null,
    format: null,
    present: 1,
    distinct: 2,
    samples: [],
    column: null,
    ...rest,
  };
}

/** The fields of a table with these rows, each with a column `f0` to `fN` where its type has one. */
function tableOf(rows: readonly FieldRow[]) {
  let next = 0;
  const fields = rows.map((row) => ({ ...row, column: columnKind(row.type) === null ? null : `f${next++}` }));
  return { fields, primary: ['title'], recordsSeen: 10 };
}

/** Fields of filters for these rows. */
export function filterFieldsOf(rows: readonly FieldRow[], settings: ObjectSettings = {}): FilterFields {
  return createFilterFields(tableOf(rows), settings);
}

/** A shop: the columns are `f0` for brand, and so on in the order of those that have one. */
export const shop = filterFieldsOf([
  fieldRow('title', 'text'),
  fieldRow('brand', 'keyword'),
  fieldRow('price', 'number'),
  fieldRow('width', 'number', { unit: 'cm' }),
  fieldRow('in_stock', 'bool'),
  fieldRow('released', 'date'),
  fieldRow('sku', 'identifier'),
  fieldRow('color', 'enum', { values: ['Black', 'Gray'] }),
  fieldRow('place', 'geo'),
  fieldRow('Weight (kg)', 'number', { unit: 'kg' }),
  fieldRow('variant', 'children'),
  fieldRow('variant.size', 'keyword'),
  fieldRow('notes', 'skip'),
  fieldRow('cost', 'number', { filterable: false }),
  fieldRow('pack', 'number', { unit: 'pcs' }),
]);
