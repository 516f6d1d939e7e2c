import {
  columnKind,
  facetValuesMax,
  type FieldRow,
  type FieldTable,
} from '../../domain/products/field-table';
import { type BadValues, type FacetReportItem, type JobWarning } from '../../domain/products/product-job';
import { type ObjectSettings, type SettingsWarning } from '../../domain/products/settings';
import { settingsWarnings } from '../settings/settings-warnings';
import { badValuesOf, type SummarisedRow, valueWarnings } from './bad-values';
import { fieldName, setType } from './declared-fields';
import { fieldRow, type PlaceOfField, type RowRules } from './field-row';
import { createFieldSummary, type FieldSummary, type RecordSummary } from './record-summary';
import { assignRoles } from './roles';
import { titleByValues } from './title-field';

/** Facts about an index that its field table depends on. */
export interface TableFacts {
  settings: ObjectSettings;
  /** Field of the ids; null when it is open. */
  idField: string | null;
  /** Set when the field of the ids was found by the look of its values. */
  isIdFromCode?: boolean;
  /** Set when there are more records than the summary has seen. */
  isPartial?: boolean;
}

/** A field table, and what there is to say about it. */
export interface InferredTable {
  table: FieldTable;
  /** Warnings about the settings, for the settings response and schema previews. */
  warnings: SettingsWarning[];
  /** Every field with values that do not fit its type; see `isFatal`. */
  badValues: BadValues[];
  /** Warnings of a build: `BAD_VALUES`, `TYPE_FALLBACK`, `FIELD_NAME_TOO_LONG`. */
  jobWarnings: JobWarning[];
  /** Number and date facets, and whether they have counts. */
  facetReport: FacetReportItem[];
}

/** The field table of records and settings. The same summary and settings give the same table. */
export function inferFieldTable(summary: RecordSummary, facts: TableFacts): InferredTable {
  const { settings, idField } = facts;
  const fieldSettings = new Map(Object.entries(settings.fields ?? {}));
  const rules: RowRules = {
    settings,
    fieldSettings,
    idField,
    records: summary.records,
    titleField: titleByValues(summary, settings),
  };
  const summarised = rowsOf(summary.fields, rules, { isInList: false, isInMixed: false });
  summarised.push(...unknownRows(summarised, rules));
  const rows = summarised.map(({ row }) => row);
  const claimedRoles = assignRoles(rows, settings);
  assignColumns(rows, settings);
  const table = { fields: rows, primary: primaryOf(rows, settings), recordsSeen: summary.records };
  return {
    table,
    warnings: settingsWarnings(table, {
      ...facts,
      claimedRoles,
      distinctShareOf: distinctShares(summarised),
    }),
    badValues: summarised.flatMap((item) => badValuesOf(item) ?? []),
    jobWarnings: [...summarised.flatMap(valueWarnings), ...nameWarnings(summary)],
    facetReport: rows.flatMap(reportItem),
  };
}

/** Rows of fields, and of those below them, which objects beside values of another shape have too. */
function rowsOf(
  fields: ReadonlyMap<string, FieldSummary>,
  rules: RowRules,
  place: PlaceOfField,
): SummarisedRow[] {
  return [...fields.values()].flatMap((field) => {
    const row = fieldRow(field, rules, place);
    // The members of a place are its values.
    if (row.type === 'geo' || row.type === 'skip') return [{ row, field }];
    const isInMixed = place.isInMixed || row.type !== 'children';
    const below = { isInList: row.type === 'children' ? row.list : field.lists > 0, isInMixed };
    return [{ row, field }, ...rowsOf(field.children, rules, below)];
  });
}

/** Rows of top-level fields whose type is set and that no record has, so that live writes may bring them. */
function unknownRows(known: readonly SummarisedRow[], rules: RowRules): SummarisedRow[] {
  const names = new Set(known.map(({ row }) => fieldName(row.path)));
  const set = new Set([...rules.fieldSettings.keys(), ...(rules.settings.identifiers ?? [])]);
  return [...set]
    .filter((name) => !names.has(name) && !name.includes('.') && setType(rules.settings, name) !== undefined)
    .map((name) => {
      const field = createFieldSummary([name]);
      return { row: fieldRow(field, rules, { isInList: false, isInMixed: false }), field };
    });
}

/** Columns for the fields that are filtered, counted, sorted or grouped by, in the order of the table. */
function assignColumns(rows: readonly FieldRow[], { group_by: groupBy }: ObjectSettings): void {
  let next = 0;
  for (const row of rows) {
    const isUsed = row.filterable || row.facet || row.sortable || fieldName(row.path) === groupBy?.field;
    if (isUsed && columnKind(row.type) !== null) row.column = `f${next++}`;
  }
}

/** The first of `searchable`, else the title, else the first field of primary weight, else the first text. */
function primaryOf(rows: readonly FieldRow[], { searchable }: ObjectSettings): string[] | null {
  const texts = rows.filter((row) => row.searchable && row.type === 'text');
  const chosen =
    rows.find((row) => row.searchable && fieldName(row.path) === searchable?.[0]) ??
    texts.find(({ role, weight }) => role === 'title' && weight === 'primary') ??
    texts.find(({ weight }) => weight === 'primary') ??
    texts[0];
  return chosen?.path ?? null;
}

function distinctShares(summarised: readonly SummarisedRow[]): (row: FieldRow) => number {
  const values = new Map(summarised.map(({ row, field }) => [row, field.values]));
  return (row) => Math.min(1, row.distinct / Math.max(1, values.get(row)!));
}

function nameWarnings({ longNames }: RecordSummary): JobWarning[] {
  if (longNames === 0) return [];
  const message = `${longNames} members are no fields, since their names are longer than 512 characters.`;
  return [{ code: 'FIELD_NAME_TOO_LONG', message }];
}

function reportItem({ path, type, facet, distinct }: FieldRow): FacetReportItem[] {
  if (!facet || (type !== 'number' && type !== 'date')) return [];
  const reason =
    type === 'date'
      ? 'a date facet has minimum and maximum, no counts'
      : distinct > facetValuesMax
        ? 'more than 1,000 values differ'
        : null;
  return [{ field: fieldName(path), type, distinct, facetCounts: reason === null, reason }];
}
