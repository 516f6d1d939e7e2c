import {
  filterCharsMax,
  filterDepthMax,
  filterTermsMax,
  filterValuesMax,
} from '../../domain/products/limits';
import {
  boundsOf,
  isOrdered,
  oneOf,
  type Operand,
  operatorsOf,
  type OrderOperator,
  within,
} from './conditions';
import { type FilterField, type FilterFields, FilterInvalid } from './filter-fields';
import { allOf, anyOf, type FilterTree, notOf } from './filter-tree';
import { createScanner, isOperandNext, readOperand, type Scanner } from './read-operand';

/** A filter that is being read. */
interface Reading {
  scanner: Scanner;
  fields: FilterFields;
  /** Parentheses that are open. */
  depth: number;
  terms: number;
  values: number;
}

const keywords: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN', 'EXISTS']);
const name = /[\p{L}\p{N}_$@][\p{L}\p{M}\p{N}_$@-]*(?:\.[\p{L}\p{N}_$@][\p{L}\p{M}\p{N}_$@-]*)*/uy;
const backticked = /`([^`]*)(`?)/uy;
const comparison = /!=|<=|>=|[=<>]/uy;
const range = /\.\./uy;
const opening = /\(/uy;
const closing = /\)/uy;
const openingList = /\[/uy;
const closingList = /\]/uy;
const comma = /,/uy;

/**
 * Reads a filter expression and checks it against the fields of a build. `AND` binds tighter than `OR`, `NOT`
 * tighter than both. Time grows with the length of the text, and nesting is bounded.
 *
 * @throws FilterInvalid with an offset into the text
 */
export function parseFilter(text: string, fields: FilterFields): FilterTree {
  if (text.length > filterCharsMax) {
    const message = `A filter has at most ${filterCharsMax} characters.`;
    throw new FilterInvalid(message, filterCharsMax, ['end of filter']);
  }
  const reading: Reading = { scanner: createScanner(text), fields, depth: 0, terms: 0, values: 0 };
  const tree = readAlternatives(reading);
  if (!reading.scanner.isAtEnd()) throw unexpected(reading.scanner, ['AND', 'OR', 'end of filter']);
  return tree;
}

function readAlternatives(reading: Reading): FilterTree {
  const trees = [readConjunction(reading)];
  while (reading.scanner.takeKeyword('OR')) trees.push(readConjunction(reading));
  return anyOf(trees);
}

function readConjunction(reading: Reading): FilterTree {
  const trees = [readTerm(reading)];
  while (reading.scanner.takeKeyword('AND')) trees.push(readTerm(reading));
  return allOf(trees);
}

function readTerm(reading: Reading): FilterTree {
  const isNegated = reading.scanner.takeKeyword('NOT');
  const tree = readGroup(reading) ?? readFunction(reading) ?? readCondition(reading, isNegated);
  return isNegated ? notOf(tree) : tree;
}

/** A filter in parentheses; null where none begins. */
function readGroup(reading: Reading): FilterTree | null {
  const { scanner } = reading;
  const place = scanner.at();
  if (scanner.take(opening) === null) return null;
  if (reading.depth === filterDepthMax) {
    const message = `Parentheses go at most ${filterDepthMax} deep.`;
    throw new FilterInvalid(message, place, ['field']);
  }
  reading.depth++;
  const tree = readAlternatives(reading);
  reading.depth--;
  if (scanner.take(closing) === null) throw unexpected(scanner, ['AND', 'OR', ')']);
  return tree;
}

/** A function of places; null where none begins. */
function readFunction(reading: Reading): FilterTree | null {
  if (reading.scanner.peek(geoFunctions) === null) return null;
  countTerm(reading);
  return readGeoFunction(reading.scanner, reading.fields.placeColumns);
}

function readCondition(reading: Reading, isNegated: boolean): FilterTree {
  const { scanner, fields } = reading;
  const place = scanner.at();
  countTerm(reading);
  const fieldName = readName(scanner, isNegated);
  // Only existence can be asked of a field that holds other fields.
  const field = fields.isParent(fieldName) ? null : fields.valuesOf(fieldName, place);
  const isInverted = scanner.takeKeyword('NOT');
  if (scanner.takeKeyword('EXISTS')) {
    const exists: FilterTree = { kind: 'exists', columns: fields.existenceOf(fieldName, place) };
    return isInverted ? notOf(exists) : exists;
  }
  const checked = field ?? fields.valuesOf(fieldName, place);
  if (checked.type !== 'geo' && scanner.takeKeyword('IN')) {
    const tree = oneOf(checked, readList(reading, checked));
    return isInverted ? notOf(tree) : tree;
  }
  if (isInverted) throw unexpected(scanner, checked.type === 'geo' ? ['EXISTS'] : ['IN', 'EXISTS']);
  return readComparison(scanner, checked);
}

function readComparison(scanner: Scanner, field: FilterField): FilterTree {
  const place = scanner.at();
  if (isOrdered(field) && isOperandNext(scanner)) return readRange(scanner, field);
  const operator = scanner.take(comparison)?.[0];
  if (operator === undefined) throw unexpected(scanner, operatorsOf(field));
  const isEquality = operator === '=' || operator === '!=';
  if (field.type === 'geo' || (!isEquality && !isOrdered(field))) {
    const hint = field.type === 'geo' ? '; use _geo_radius or _geo_box' : '';
    const message = `The ${field.type} field '${field.name}' does not take '${operator}'${hint}.`;
    throw new FilterInvalid(message, place, operatorsOf(field));
  }
  const operand = readOperand(scanner, field, operator);
  if (!isEquality) return within(field, boundsOf(field, operator as OrderOperator, operand));
  const tree = oneOf(field, [operand]);
  return operator === '=' ? tree : notOf(tree);
}

/** A range with both of its ends. */
function readRange(scanner: Scanner, field: FilterField): FilterTree {
  const from = boundsOf(field, '>=', readOperand(scanner, field, field.name));
  if (scanner.take(range) === null) throw unexpected(scanner, ['..']);
  const to = boundsOf(field, '<=', readOperand(scanner, field, '..'));
  return within(field, { ...from, ...to });
}

function readList(reading: Reading, field: FilterField): Operand[] {
  const { scanner } = reading;
  if (scanner.take(openingList) === null) throw unexpected(scanner, ['[']);
  const operands: Operand[] = [];
  let after = '[';
  do {
    if (++reading.values > filterValuesMax) {
      const message = `The lists of a filter have at most ${filterValuesMax} values.`;
      throw new FilterInvalid(message, scanner.at(), [']']);
    }
    operands.push(readOperand(scanner, field, after));
    after = ',';
  } while (scanner.take(comma) !== null);
  if (scanner.take(closingList) === null) throw unexpected(scanner, [',', ']']);
  return operands;
}

function readName(scanner: Scanner, isNegated: boolean): string {
  const [raw, text, end] = scanner.take(backticked) ?? [];
  if (raw !== undefined) {
    if (end === '`') return text!;
    throw new FilterInvalid('The name of the field has no closing backtick.', scanner.at(), ['`']);
  }
  const plain = scanner.peek(name);
  if (plain === null || keywords.has(plain.toUpperCase()))
    throw unexpected(scanner, isNegated ? ['field', '('] : ['field', 'NOT', '(']);
  return scanner.take(name)![0];
}

function countTerm(reading: Reading): void {
  if (++reading.terms <= filterTermsMax) return;
  const message = `A filter has at most ${filterTermsMax} conditions.`;
  throw new FilterInvalid(message, reading.scanner.at(), ['end of filter']);
}

function unexpected(scanner: Scanner, expected: readonly string[]): FilterInvalid {
  const words =
    expected.length === 1 ? expected[0]! : `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)!}`;
  return new FilterInvalid(`Expected ${words}, got ${scanner.shown()}.`, scanner.at(), expected);
}

/** Beginning of a function of places. */
const geoFunctions = /_geo_(?:radius|box)(?=\s*\()/iuy;

const number = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?(?![\p{L}\p{N}_.])/iuy;

/** An argument of a function: its name in errors, and its bounds. */
interface Argument {
  expected: string;
  min: number;
  max: number;
}

const latitude: Argument = { expected: 'latitude from -90 to 90', min: -90, max: 90 };
const longitude: Argument = { expected: 'longitude from -180 to 180', min: -180, max: 180 };
const distance: Argument = { expected: 'distance in metres', min: 0, max: Number.MAX_VALUE };

/**
 * Reads `_geo_radius(latitude, longitude, metres)` or `_geo_box(latitude, longitude, latitude, longitude)`,
 * the corners of a box: it goes east from the first to the second, over the date line where that is the way.
 *
 * @param columns columns of places; a record passes by any of them
 * @throws FilterInvalid
 */
function readGeoFunction(scanner: Scanner, columns: readonly string[]): FilterTree {
  const place = scanner.at();
  const isRadius = scanner.take(geoFunctions)![0].toLowerCase() === '_geo_radius';
  if (columns.length === 0)
    throw new FilterInvalid('No field that can be filtered holds places.', place, ['field', 'NOT', '(']);
  scanner.take(opening);
  if (isRadius) {
    const [lat, lon, meters] = readArguments(scanner, [latitude, longitude, distance]);
    return { kind: 'radius', columns, center: { lat: lat!, lon: lon! }, meters: meters! };
  }
  const [lat1, west, lat2, east] = readArguments(scanner, [latitude, longitude, latitude, longitude]);
  const [south, north] = [Math.min(lat1!, lat2!), Math.max(lat1!, lat2!)];
  return { kind: 'box', columns, north, south, west: west!, east: east! };
}

function readArguments(scanner: Scanner, wanted: readonly Argument[]): number[] {
  const values = wanted.map(({ expected, min, max }, n) => {
    if (n > 0 && scanner.take(comma) === null) throw wrong(scanner, ',');
    const text = scanner.peek(number);
    const value = Number(text ?? NaN);
    if (!(value >= min && value <= max)) throw wrong(scanner, expected);
    scanner.take(number);
    return value;
  });
  if (scanner.take(closing) === null) throw wrong(scanner, ')');
  return values;
}

function wrong(scanner: Scanner, expected: string): FilterInvalid {
  return new FilterInvalid(`Expected ${expected}, got ${scanner.shown()}.`, scanner.at(), [expected]);
}

/** Fields of no build: every name is a field that takes every condition. */
const openFields: FilterFields = {
  valuesOf: (name) => ({ name, type: 'any', unit: null, column: '' }),
  isParent: () => false,
  existenceOf: () => [''],
  placeColumns: [''],
};

/**
 * Checks the syntax of a filter expression without the fields of an index: the filter of a key holds for
 * indexes of all kinds.
 *
 * @throws FilterInvalid with an offset into the text
 */
export function checkFilterSyntax(text: string): void {
  parseFilter(text, openFields);
}
