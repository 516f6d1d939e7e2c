import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ImportReport } from './schema';

/** The report of an import. @param withValues whether ids of records and messages about them are shown */
export function presentReport(row: ProductImportRow, { withValues }: { withValues: boolean }): ImportReport {
  const { read, staged, rejected } = row.reading;
  return {
    records: { read, staged, rejected },
    settings: { mapped: row.mapped, ignored: row.ignored },
    fields: row.fields,
    errors: withValues ? row.errors : [],
  };
}
