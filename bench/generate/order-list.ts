import { createDice } from './dice';
import type { CellValue, ColumnPlan, SheetPlan } from './table-plan';

const PLACES = [
  'Köln',
  'Zürich',
  'Malmö',
  'Łódź',
  'São Paulo',
  '京都',
  '서울',
  'Αθήνα',
  'Leeds',
  'Austin',
  'Lyon',
  'Porto',
];
const FIRST = [
  'Alder',
  'Birch',
  'Cedar',
  'Dunlin',
  'Egret',
  'Falken',
  'Garnet',
  'Heron',
  'Iris',
  'Juniper',
  'Kestrel',
];
const SECOND = [
  'Outdoor',
  'Logistics',
  'Bakery',
  'Tools',
  'Optics',
  'Paper & Print',
  'Foods',
  'Textil',
  'Energie',
];
const FORM = ['GmbH', 'Ltd.', 'S.A.', 'AB', 'Inc.', 'KK', 'BV'];
const REMARKS = [
  'express',
  'deliver to the back door, ring twice',
  'says "fragile" on the box',
  'partial delivery\nrest follows next week',
  'price < list & agreed by phone',
  'Rückgabe möglich bis zum Monatsende',
];

const COLUMNS: readonly ColumnPlan[] = [
  { header: 'Order', style: 'general' },
  { header: 'Ordered at', style: 'datetime' },
  { header: 'Customer', style: 'general' },
  { header: 'City', style: 'general' },
  { header: 'SKU', style: 'general' },
  { header: 'Quantity', style: 'general' },
  { header: 'Unit price', style: 'currency' },
  { header: 'Discount', style: 'percent' },
  { header: 'Net', style: 'currency', product: [5, 6, 7] },
  { header: 'Delivered', style: 'date' },
  { header: 'Weight', style: 'general' },
  { header: 'Paid', style: 'general' },
  { header: 'Remark', style: 'general' },
];

// The same for every sheet: a workbook's sheets talk about the same customers and articles.
const POOL_DICE = createDice(1);
const CUSTOMERS = Array.from(
  { length: 30_000 },
  (_, at) => `${POOL_DICE.pick(FIRST)} ${POOL_DICE.pick(SECOND)} ${POOL_DICE.pick(FORM)} ${at + 1}`,
);
const SKUS = Array.from(
  { length: 4_000 },
  (_, at) => `${at * 7 + 100_000}-${POOL_DICE.pick(['S', 'M', 'L', 'XL'])}`,
);

/**
 * A list of orders as an ERP system exports it: thirteen columns of sequence numbers, dates with and without
 * time, shared texts (some not Latin), whole and decimal numbers, a percent, a formula, a flag and a mostly
 * empty remark; one cell in two thousand is an error.
 *
 * @param distinctTexts every row gets a customer of its own, so that the shared strings grow with the rows
 */
export function orderList(
  name: string,
  options: { seed: number; rows: number; firstOrder?: number; distinctTexts?: boolean },
): SheetPlan {
  const { seed, rows, firstOrder = 1, distinctTexts = false } = options;
  function* generate(): Iterable<readonly CellValue[]> {
    const dice = createDice(seed);
    let at = 45_000;
    for (let row = 0; row < rows; row++) {
      at += dice.fraction() / 200;
      const quantity = dice.between(1, 500);
      const price = dice.between(99, 99_999) / 100;
      const discount = dice.fraction() < 0.5 ? 0 : dice.between(1, 300) / 1_000;
      yield [
        firstOrder + row,
        Math.round(at * 86_400) / 86_400,
        distinctTexts ? `Account ${String(firstOrder + row)} ${dice.pick(SECOND)}` : dice.pick(CUSTOMERS),
        dice.pick(PLACES),
        dice.pick(SKUS),
        quantity,
        price,
        discount,
        dice.fraction() < 0.0005 ? { error: '#N/A' } : quantity * price * (1 - discount),
        dice.fraction() < 0.08 ? null : Math.floor(at) + dice.between(1, 9),
        dice.between(1, 99_999) / 1_000,
        dice.fraction() < 0.9,
        dice.fraction() < 0.7 ? null : dice.pick(REMARKS),
      ];
    }
  }
  return { name, columns: COLUMNS, rowCount: rows, rows: generate };
}
