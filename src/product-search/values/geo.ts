/** A place on the earth, in degrees. */
export interface GeoPoint {
  lat: number;
  lon: number;
}

const longitudeNames = ['lng', 'lon', 'long', 'longitude'];
const latitudeNames = ['lat', 'latitude'];
const placeNames = /(?:^|[_.-])(?:geo|geoloc|geolocation|location|coordinates|latlng|lnglat)$/i;

/**
 * Reads a place: an object with latitude and longitude, a GeoJSON point, `[longitude, latitude]`, or the text
 * `latitude, longitude`.
 *
 * @returns null for anything else, and for places outside of the earth
 */
export function readGeo(value: unknown): GeoPoint | null {
  if (Array.isArray(value)) return isPair(value) ? point(value[1], value[0]) : null;
  if (typeof value === 'string') {
    const match = /^\s*([-+]?\d{1,3}(?:\.\d+)?)\s*,\s*([-+]?\d{1,3}(?:\.\d+)?)\s*$/.exec(value.slice(0, 64));
    return match === null ? null : point(Number(match[1]), Number(match[2]));
  }
  if (typeof value !== 'object' || value === null) return null;
  const members = new Map(Object.entries(value));
  if (members.get('type') === 'Point') {
    const coordinates: unknown = members.get('coordinates');
    return Array.isArray(coordinates) && isPair(coordinates) ? point(coordinates[1], coordinates[0]) : null;
  }
  const of = (names: readonly string[]) =>
    numberOf(members.get(names.find((name) => members.has(name)) ?? ''));
  return point(of(latitudeNames), of(longitudeNames));
}

/** Whether a value shows by itself, or with the name of its field, that it is a place. */
export function isEvidentGeo(name: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value);
    return names.every(isGeoMember) && readGeo(value) !== null;
  }
  return mayBePlace(value) && isGeoName(name) && readGeo(value) !== null;
}

/** Most texts are no places: their first characters tell before expressions run. */
function mayBePlace(value: unknown): boolean {
  return typeof value !== 'string' || /^[\s\d+-]/.test(value);
}

/** Whether a name speaks of a place: `geo`, `_geoloc`, `store_location`. */
function isGeoName(name: string): boolean {
  return placeNames.test(name);
}

/** Whether a value is a list of two numbers, as a place may be written. */
export function isPair(value: readonly unknown[]): value is readonly [number, number] {
  return value.length === 2 && typeof value[0] === 'number' && typeof value[1] === 'number';
}

function isGeoMember(name: string): boolean {
  return (
    latitudeNames.includes(name) || longitudeNames.includes(name) || name === 'type' || name === 'coordinates'
  );
}

function numberOf(value: unknown): number {
  return typeof value === 'string' && value.trim() !== ''
    ? Number(value)
    : typeof value === 'number'
      ? value
      : NaN;
}

function point(lat: number, lon: number): GeoPoint | null {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
