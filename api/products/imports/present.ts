import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ImportReport } from './schema';

/**
 * Builds the report of an import. @param withValues whether it shows ids of records and messages about them
 */
export function presentReport(row: ProductImportRow, { withValues }: { withValues: boolean }): ImportReport {
  const { read, staged, rejected } = row.reading;
  return {
    records: { read, staged, rejected },
    settings: { mapped: row.mapped, ignored: row.ignored },
    fields: row.fields,
    errors: withValues ? row.errors : [],
  };
}
