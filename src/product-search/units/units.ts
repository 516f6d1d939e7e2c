import Qty from 'js-quantities';

/** Kinds of measures. Units of one quantity convert into each other, but for currencies. */
export const QUANTITIES = [
  'length',
  'area',
  'volume',
  'mass',
  'temperature',
  'time',
  'power',
  'voltage',
  'current',
  'charge',
  'data size',
  'data rate',
  'frequency',
  'pressure',
  'energy',
  'speed',
  'currency',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** A unit that values of number fields may have. */
export interface Unit {
  /** Usual short form, such as `kg`. */
  symbol: string;
  quantity: Quantity;
  /** Name in js-quantities; null for currencies. */
  name: string | null;
}

/**
 * A row of the table: symbol, name in js-quantities, spellings. A spelling in lower case stands for all
 * cases; one with a capital letter stands for itself only, since `mW` is not `MW`.
 */
type UnitRow = readonly [symbol: string, name: string | null, spellings: string];

const ROWS: Readonly<Record<Quantity, readonly UnitRow[]>> = {
  length: [
    ['mm', 'mm', 'mm|millimeter|millimeters|millimetre|millimetres'],
    ['cm', 'cm', 'cm|centimeter|centimeters|centimetre|centimetres'],
    ['m', 'm', 'm|meter|meters|metre|metres'],
    ['km', 'km', 'km|kilometer|kilometers|kilometre|kilometres'],
    ['in', 'in', 'in|in.|inch|inches|"|″|”'],
    ['ft', 'ft', "ft|ft.|foot|feet|'|′"],
    ['yd', 'yd', 'yd|yard|yards'],
    ['mi', 'mi', 'mi|mile|miles'],
  ],
  area: [
    ['cm²', 'cm2', 'cm²|cm2|sqcm|sq cm'],
    ['m²', 'm2', 'm²|m2|sqm|sq m|square meter|square meters|square metre|square metres'],
    ['in²', 'in2', 'in²|in2|sqin|sq in'],
    ['ft²', 'ft2', 'ft²|ft2|sqft|sq ft|square foot|square feet'],
  ],
  volume: [
    ['ml', 'ml', 'ml|milliliter|milliliters|millilitre|millilitres|cc|cm³|cm3'],
    ['cl', 'cl', 'cl|centiliter|centiliters|centilitre|centilitres'],
    ['l', 'l', 'l|liter|liters|litre|litres|ltr'],
    ['m³', 'm3', 'm³|m3|cubic meter|cubic meters|cubic metre|cubic metres'],
    ['ft³', 'ft3', 'ft³|ft3|cu ft|cubic foot|cubic feet'],
    ['fl oz', 'floz', 'fl oz|fl. oz|fl. oz.|floz|fluid ounce|fluid ounces'],
    ['pt', 'pt', 'pt|pint|pints'],
    ['qt', 'qt', 'qt|quart|quarts'],
    ['gal', 'gal', 'gal|gallon|gallons'],
  ],
  mass: [
    ['mg', 'mg', 'mg|milligram|milligrams'],
    ['g', 'g', 'g|gr|gram|grams|gramme|grammes'],
    ['kg', 'kg', 'kg|kgs|kilo|kilos|kilogram|kilograms'],
    ['t', 'tonne', 'tonne|tonnes'],
    ['oz', 'oz', 'oz|oz.|ounce|ounces'],
    ['lb', 'lb', 'lb|lbs|lb.|lbs.|pound|pounds'],
  ],
  temperature: [
    ['°C', 'tempC', '°c|℃|C|celsius|degc'],
    ['°F', 'tempF', '°f|℉|F|fahrenheit|degf'],
    ['K', 'tempK', 'K|kelvin'],
  ],
  time: [
    ['ms', 'ms', 'ms|msec|millisecond|milliseconds'],
    ['s', 's', 's|sec|secs|second|seconds'],
    ['min', 'min', 'min|mins|minute|minutes'],
    ['h', 'h', 'h|hr|hrs|hour|hours'],
    ['d', 'day', 'day|days'],
    ['wk', 'wk', 'wk|week|weeks'],
    ['yr', 'year', 'yr|yrs|year|years'],
  ],
  power: [
    ['mW', 'mW', 'mW|milliwatt|milliwatts'],
    ['W', 'W', 'w|watt|watts'],
    ['kW', 'kW', 'kw|kilowatt|kilowatts'],
    ['MW', 'MW', 'MW|megawatt|megawatts'],
    ['hp', 'hp', 'hp|horsepower'],
  ],
  voltage: [
    ['mV', 'mV', 'mV|millivolt|millivolts'],
    ['V', 'V', 'v|volt|volts'],
    ['kV', 'kV', 'kv|kilovolt|kilovolts'],
  ],
  current: [
    ['mA', 'mA', 'ma|milliamp|milliamps|milliampere|milliamperes'],
    ['A', 'A', 'A|amp|amps|ampere|amperes'],
  ],
  charge: [
    ['mAh', 'mAh', 'mah'],
    ['Ah', 'Ah', 'ah'],
  ],
  'data size': [
    ['kB', 'kB', 'kb|kilobyte|kilobytes'],
    ['MB', 'MB', 'mb|megabyte|megabytes'],
    ['GB', 'GB', 'gb|gig|gigs|gigabyte|gigabytes'],
    ['TB', 'TB', 'tb|terabyte|terabytes'],
  ],
  'data rate': [
    ['Mbit/s', 'Mbps', 'mbps|mbit/s|mb/s'],
    ['Gbit/s', 'Gbps', 'gbps|gbit/s|gb/s'],
  ],
  frequency: [
    ['Hz', 'Hz', 'hz|hertz'],
    ['kHz', 'kHz', 'khz|kilohertz'],
    ['MHz', 'MHz', 'mhz|megahertz'],
    ['GHz', 'GHz', 'ghz|gigahertz'],
  ],
  pressure: [
    ['Pa', 'Pa', 'pa|pascal|pascals'],
    ['hPa', 'hPa', 'hpa'],
    ['kPa', 'kPa', 'kpa'],
    ['MPa', 'MPa', 'mpa'],
    ['bar', 'bar', 'bar|bars'],
    ['psi', 'psi', 'psi'],
  ],
  energy: [
    ['J', 'J', 'J|joule|joules'],
    ['kJ', 'kJ', 'kj|kilojoule|kilojoules'],
    ['Wh', 'Wh', 'wh|watt hour|watt hours'],
    ['kWh', 'kWh', 'kwh|kilowatt hour|kilowatt hours'],
    ['kcal', 'kcal', 'kcal|kilocalorie|kilocalories'],
  ],
  speed: [
    ['m/s', 'm/s', 'm/s'],
    ['km/h', 'km/h', 'km/h|kmh|kph'],
    ['mph', 'mph', 'mph'],
  ],
  currency: [
    ['USD', null, 'usd|$|us$|usd$|dollar|dollars|dólar|dólares|dollari'],
    ['EUR', null, 'eur|€|euro|euros'],
    ['GBP', null, 'gbp|£'],
    ['JPY', null, 'jpy|¥'],
    ['INR', null, 'inr|₹'],
    ['CNY', null, 'cny'],
    ['CHF', null, 'chf|sfr|fr.'],
    ['CAD', null, 'cad|cad$|ca$|c$'],
    ['AUD', null, 'aud|aud$|au$|a$'],
    ['SEK', null, 'sek'],
    ['NOK', null, 'nok'],
    ['DKK', null, 'dkk'],
    ['PLN', null, 'pln|zł|zloty'],
    ['BRL', null, 'brl|r$'],
    ['CZK', null, 'czk|kč'],
    ['HUF', null, 'huf'],
    ['MXN', null, 'mxn'],
    ['NZD', null, 'nzd|nz$'],
    ['TRY', null, 'try|₺'],
  ],
};

/** Symbols that only name a unit after a field's name with a word of measures in it; see `unitOfName`. */
const SHORT_NAMES: ReadonlySet<string> = new Set([
  'in', 'm', 'g', 'l', 's', 'h', 'd', 'v', 'w', 'mi', 'min', 'pt', 'a', 'c', 'f', 'k', 'j', 'bar', 'day', 'days',
  'year', 'years', 'second', 'seconds', 'foot', 'yard', 'pound', 'pounds', 'gr', 'kilo', 'pa', 'ma', 'gal', 'euro',
  'dollar',
]); // prettier-ignore

const units = new Map<string, Unit>();
for (const quantity of QUANTITIES)
  for (const [symbol, name, spellings] of ROWS[quantity])
    for (const spelling of spellings.split('|')) units.set(spelling, { symbol, quantity, name });

/** The unit behind a spelling, such as `lbs`, `"` or `°C`; undefined for text that names none. */
export function unitOf(spelling: string): Unit | undefined {
  return units.get(spelling) ?? units.get(spelling.toLowerCase());
}

export function unitSymbols(quantity: Quantity): string[] {
  return ROWS[quantity].map(([symbol]) => symbol);
}

/** Digits that survive a conversion; more would show the noise of binary fractions. */
const conversionDigits = 12;

const converters = new Map<string, (value: number) => number>();

/** Whether values of one unit can be had in the other. Currencies have no conversion. */
export function areCompatible(a: Unit, b: Unit): boolean {
  return a.symbol === b.symbol || (a.quantity === b.quantity && a.quantity !== 'currency');
}

/**
 * A value in another unit of the same quantity, to 12 digits.
 *
 * @param to a unit for which `areCompatible` holds
 */
export function convert(value: number, from: Unit, to: Unit): number {
  if (from.symbol === to.symbol) return value;
  const key = `${from.symbol}>${to.symbol}`;
  let converter = converters.get(key);
  if (converter === undefined) {
    converter = Qty.swiftConverter(from.name!, to.name!);
    converters.set(key, converter);
  }
  return Number(converter(value).toPrecision(conversionDigits));
}

const measureWords =
  /(?:^|_)(?:width|height|length|depth|size|diameter|radius|thickness|distance|weight|mass|volume|capacity|area|power|voltage|current|temperature|temp|duration|time|age|speed|pressure|energy|screen|diagonal|reach|wheelbase|dimension|price|cost)s?(?:_|$)/;

/**
 * The unit that the name of a field ends in, such as centimetres of `width_cm`, `widthCm` and `Weight (kg)`.
 * Endings that are words or single letters count only after a word of measures: `width_in`, not `built_in`.
 *
 * @returns null for a name without a unit
 */
export function unitOfName(name: string): Unit | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}°$€£"]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const end = words.lastIndexOf('_');
  if (end <= 0) return null;
  const ending = words.slice(end + 1);
  const unit = unitOf(ending);
  if (unit === undefined) return null;
  return SHORT_NAMES.has(ending) && !measureWords.test(words.slice(0, end)) ? null : unit;
}

/** Names of units in the seven languages but English, as people write them, by symbol. */
const NAMES: Readonly<Record<string, string>> = {
  mm: 'millimètre|millimètres|milímetro|milímetros|millimetro|millimetri',
  cm: 'zentimeter|centimètre|centimètres|centímetro|centímetros|centimetro|centimetri',
  m: 'mètre|mètres|metro|metros|metri',
  km: 'kilomètre|kilomètres|kilómetro|kilómetros|chilometro|chilometri|quilômetro|quilômetros|quilómetro|quilómetros',
  in: "zoll|pouce|pouces|pulgada|pulgadas|pollice|pollici|polegada|polegadas|''",
  ft: 'fuß|fuss|pied|pieds|pie|pies|piede|piedi|voet',
  mi: 'meile|meilen|milla|millas',
  'm²': 'quadratmeter|qm|mètre carré|mètres carrés|metro cuadrado|metros cuadrados|metro quadro|metri quadri|' +
    'metro quadrato|metri quadrati|vierkante meter|metro quadrado|metros quadrados|mq',
  'ft²': 'pied carré|pieds carrés|pie cuadrado|pies cuadrados|quadratfuß|piedi quadrati|pés quadrados',
  'cm²': 'centimètres carrés|centímetros cuadrados|quadratzentimeter|centimetri quadrati|centímetros quadrados',
  'm³': 'kubikmeter|mètre cube|mètres cubes|metro cúbico|metros cúbicos|metro cubo|metri cubi|kubieke meter',
  ml: 'mililitro|mililitros|millilitro|millilitri',
  cl: 'zentiliter|centilitro|centilitros|centilitri',
  l: 'litro|litros|litri',
  mg: 'milligramm|milligramme|milligrammes|miligramo|miligramos|milligrammo|milligrammi|miligrama|miligramas',
  g: 'gramm|grammes|gramo|gramos|grammo|grammi|grama|gramas',
  kg: 'kilogramm|kilogramme|kilogrammes|kilogramo|kilogramos|chilo|chili|chilogrammo|chilogrammi|quilo|quilos|quilograma|quilogramas',
  oz: 'unze|unzen|once|onces|onza|onzas|oncia|onça|onças',
  lb: 'pfund|livre|livres|libra|libras|libbra|libbre|pond',
  '°C': 'grad|grad celsius|degré|degrés|degré celsius|degrés celsius|grado|grados|grado celsius|grados celsius|' +
    'grados centígrados|gradi|gradi celsius|gradi centigradi|graden|graden celsius|graad celsius|graus|graus celsius|grau celsius|' +
    'degree celsius|degrees celsius|degrees centigrade|degree c|degrees c|deg c|ºc|º c|° c',
  '°F': 'grad fahrenheit|degré fahrenheit|degrés fahrenheit|grado fahrenheit|grados fahrenheit|gradi fahrenheit|' +
    'graden fahrenheit|graus fahrenheit|degree fahrenheit|degrees fahrenheit|degree f|degrees f|deg f|ºf|º f|° f',
  K: 'degrees kelvin|grad kelvin|degrés kelvin|grados kelvin|gradi kelvin',
  'km/h': 'km per hour|kilometers per hour|kilometres per hour|kilometer per hour|km pro stunde|kilometer pro stunde|' +
    'stundenkilometer|km par heure|kilomètres par heure|km por hora|kilómetros por hora|quilômetros por hora|' +
    'quilómetros por hora|chilometri orari|km orari|kilometer per uur|km per uur|km/u',
  mph: 'miles per hour|meilen pro stunde|millas por hora',
  'm/s': 'meters per second|metres per second|meter pro sekunde|mètres par seconde|metros por segundo|metri al secondo',
  s: 'sek|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|seconden',
  min: 'minute|minuten|minuto|minutos|minuti|minuut|minutes',
  h: 'std|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|uren',
  d: 'tag|tage|tagen|jour|jours|día|días|giorno|giorni|dag|dagen|dia|dias',
  wk: 'woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken',
  yr: 'jahr|jahre|jahren|an|ans|année|années|año|años|anno|anni|jaar|ano|anos',
  W: 'vatio|vatios',
  V: 'voltio|voltios',
  A: 'amperio|amperios',
  hp: 'caballos',
}; // prettier-ignore

const named = new Map<string, Unit>();
for (const [symbol, names] of Object.entries(NAMES))
  for (const name of names.split('|')) named.set(name, unitOf(symbol)!);

/** The unit behind its name in a language other than English; undefined for other words. */
export function foreignUnitOf(name: string): Unit | undefined {
  return named.get(name.toLowerCase());
}
