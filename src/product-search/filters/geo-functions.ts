import { FilterInvalid } from './filter-invalid';
import { type FilterTree } from './filter-tree';
import { type Scanner } from './scanner';

/** Beginning of a function of places. */
export const geoFunctions = /_geo_(?:radius|box)(?=\s*\()/iuy;

const number = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?(?![\p{L}\p{N}_.])/iuy;
const opening = /\(/uy;
const closing = /\)/uy;
const comma = /,/uy;

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
 * Reads `_geo_radius(latitude, longitude, metres)` or `_geo_box(latitude, longitude, latitude, longitude)`, the
 * corners of a box: it goes east from the first to the second, over the date line where that is the way.
 *
 * @param columns columns of places; a record passes by any of them
 * @throws FilterInvalid
 */
export function readGeoFunction(scanner: Scanner, columns: readonly string[]): FilterTree {
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
