import { type CustomMetadata } from '../../src/domain/documents/document';

/** A document as far as filters see it. */
export interface FilteredDocument {
  documentId: string;
  filename: string;
  contentType: string;
  createdAt: Date;
  custom: CustomMetadata;
}

type Value = string | number | boolean;

/**
 * The meaning of the filter grammar, read straight off what a client sends and off a plain object: knows
 * nothing of how filters are parsed or stored. Texts that `created_at` is compared with are full ISO times or
 * days.
 */
export function matches(filter: object, document: FilteredDocument): boolean {
  return Object.entries(filter).every(([key, sent]: [string, unknown]) => {
    if (key === '$and') return (sent as object[]).every((inner) => matches(inner, document));
    if (key === '$or') return (sent as object[]).some((inner) => matches(inner, document));
    const operators = typeof sent === 'object' && sent !== null ? sent : { $eq: sent };
    return Object.entries(operators).every(([operator, argument]) =>
      holds(key, operator, argument, valuesOf(document, key)),
    );
  });
}

function holds(key: string, operator: string, argument: unknown, values: Value[] | null): boolean {
  const compared = (value: unknown) =>
    key === 'created_at' && typeof value === 'string' ? Date.parse(value) : value;
  const has = (wanted: unknown) => values?.some((value) => value === compared(wanted)) ?? false;
  const ordered = (keep: (order: number) => boolean) =>
    values?.some((value) => {
      const other = compared(argument);
      return typeof value === typeof other && isOfType(key, argument) && keep(compare(value, other as Value));
    }) ?? false;
  switch (operator) {
    case '$eq':
      return isOfType(key, argument) && has(argument);
    case '$ne':
      return !(isOfType(key, argument) && has(argument));
    case '$in':
      return (argument as unknown[]).some((one) => isOfType(key, one) && has(one));
    case '$nin':
      return !(argument as unknown[]).some((one) => isOfType(key, one) && has(one));
    case '$gt':
      return ordered((order) => order > 0);
    case '$gte':
      return ordered((order) => order >= 0);
    case '$lt':
      return ordered((order) => order < 0);
    case '$lte':
      return ordered((order) => order <= 0);
    case '$exists':
      return (values !== null) === argument;
    default:
      throw new Error(`no operator: ${operator}`);
  }
}

/** A moment is written as a text; a number is not one, although it is kept as one here. */
function isOfType(key: string, argument: unknown): boolean {
  return key !== 'created_at' || typeof argument === 'string';
}

function valuesOf(document: FilteredDocument, key: string): Value[] | null {
  if (key === 'file_id' || key === 'document_id') return [document.documentId];
  if (key === 'filename') return [document.filename];
  if (key === 'content_type') return [document.contentType];
  if (key === 'created_at') return [document.createdAt.getTime()];
  if (!Object.hasOwn(document.custom, key)) return null;
  const value = document.custom[key]!;
  return Array.isArray(value) ? value : [value];
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
