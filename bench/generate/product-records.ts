import { createDice, type Dice } from './dice';

const makers = ['Alder', 'Birch', 'Cedar', 'Dunlin', 'Egret', 'Falken', 'Garnet', 'Heron', 'Iris', 'Juniper'];
const things = [
  'lamp',
  'kettle',
  'backpack',
  'router',
  'drill',
  'jacket',
  'bicycle pump',
  'desk',
  'headphones',
];
const traits = [
  'foldable',
  'cordless',
  'waterproof',
  'compact',
  'heavy-duty',
  'quiet',
  'rechargeable',
  'matte',
];
const colors = ['red', 'green', 'blue', 'black', 'white', 'grey', 'yellow', 'orange'];
const words =
  'made for daily use at home and on the road with a steel frame two year warranty spare parts easy to clean and store ships flat needs no tools fits every common socket tested by hand'.split(
    ' ',
  );

const textOf = (dice: Dice, length: number) => Array.from({ length }, () => dice.pick(words)).join(' ');

/**
 * A product of about 600 bytes of JSON: title, description, codes, labels, a price, a date, a weight with unit
 * and a nested size. The same seed and place give the same bytes.
 */
export function productRecord(seed: number, place: number): Record<string, unknown> {
  const dice = createDice(seed * 1_000_003 + place);
  const maker = dice.pick(makers);
  return {
    id: productId(place),
    title: `${maker} ${dice.pick(traits)} ${dice.pick(things)} ${dice.between(100, 999)}`,
    description: textOf(dice, dice.between(50, 60)),
    sku: `${maker.slice(0, 2).toUpperCase()}-${dice.between(100_000, 999_999)}-${place}`,
    brand: maker,
    category: `${dice.pick(things)}s`,
    colors: [dice.pick(colors), dice.pick(colors)],
    price: dice.between(100, 99_999) / 100,
    weight: `${dice.between(1, 400) / 10} kg`,
    in_stock: dice.fraction() < 0.8,
    released_at: new Date(Date.UTC(2020, 0, dice.between(1, 2_000))).toISOString(),
    size: { width_cm: dice.between(5, 200), height_cm: dice.between(5, 200) },
  };
}

export const productId = (place: number): string => `p${String(place).padStart(8, '0')}`;

/** A record with a title and numbered fields of mixed types, `fields` in all with its id. */
export function wideRecord(seed: number, place: number, fields: number): Record<string, unknown> {
  const dice = createDice(seed * 1_000_003 + place);
  const values = Array.from({ length: fields - 2 }, (_, n): [string, string | number] => [
    `field_${n}`,
    n % 3 === 0 ? dice.between(0, 9_999) : n % 3 === 1 ? dice.pick(colors) : `${textOf(dice, 4)} ${place}`,
  ]);
  return { id: productId(place), title: `Wide ${place}`, ...Object.fromEntries(values) };
}
