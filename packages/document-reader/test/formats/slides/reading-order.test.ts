import { inReadingOrder } from '../../../src/formats/slides/reading-order';

type Row = [name: string, x: number, y: number, width: number, height: number];

/** Order of shapes, whatever their order in the file. */
function orderOf(...rows: Row[]): string {
  const placed = rows.map(([name, x, y, width, height]) => ({
    frame: { x, y, width, height },
    items: [name],
  }));
  const order = inReadingOrder(placed).join(' ');
  expect(inReadingOrder([...placed].reverse()).join(' ')).toBe(order);
  return order;
}

it.each<[what: string, rows: Row[], order: string]>([
  [
    'lines from top to bottom',
    [
      ['b', 0, 30, 90, 10],
      ['a', 0, 0, 90, 10],
      ['c', 0, 60, 90, 10],
    ],
    'a b c',
  ],
  [
    'boxes from left to right',
    [
      ['c', 70, 2, 20, 10],
      ['a', 0, 1, 20, 10],
      ['b', 35, 0, 20, 10],
    ],
    'a b c',
  ],
  [
    'columns with a head each, one after the other',
    [
      ['head2', 52, 0, 45, 8],
      ['head1', 0, 0, 45, 8],
      ['text2', 52, 9, 45, 60],
      ['text1', 0, 9, 45, 60],
    ],
    'head1 text1 head2 text2',
  ],
  [
    'columns below a line over both',
    [
      ['right', 52, 20, 45, 60],
      ['left', 0, 20, 45, 60],
      ['line', 0, 0, 97, 10],
      ['foot', 0, 90, 97, 5],
    ],
    'line left right foot',
  ],
  [
    'a grid by rows, also where its columns are a little further apart',
    [
      ['d', 50, 39, 40, 30],
      ['b', 50, 0, 40, 30],
      ['c', 0, 39, 40, 30],
      ['a', 0, 0, 40, 30],
    ],
    'a b c d',
  ],
  [
    'cards with their words',
    [
      ['two', 55, 5, 30, 5],
      ['card2', 50, 0, 40, 90],
      ['one', 5, 5, 30, 5],
      ['card1', 0, 0, 40, 90],
      ['1b', 5, 50, 30, 5],
    ],
    'card1 one 1b card2 two',
  ],
  [
    'what lies on a picture of the whole slide behind it',
    [
      ['b', 10, 50, 50, 10],
      ['picture', 0, 0, 100, 100],
      ['a', 10, 10, 50, 10],
    ],
    'picture a b',
  ],
  [
    'boxes that lie a little over each other',
    [
      ['b', 0, 39, 90, 40],
      ['a', 0, 0, 90, 40],
    ],
    'a b',
  ],
  [
    'boxes that lie across each other by their tops',
    [
      ['b', 30, 20, 60, 60],
      ['a', 0, 0, 60, 60],
    ],
    'a b',
  ],
])('%s', (_, rows, order) => {
  expect(orderOf(...rows)).toBe(order);
});

it('shapes in the same place keep their order, and those without one come last', () => {
  const frame = { x: 0, y: 0, width: 10, height: 10 };
  const placed = ['a', 'b', 'c'].map((name) => ({ frame, items: [name] }));
  expect(inReadingOrder([{ frame: null, items: ['d', 'e'] }, ...placed])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('the shapes of a group stay together', () => {
  const group = { frame: { x: 0, y: 0, width: 40, height: 90 }, items: ['a', 'b'] };
  const line = { frame: { x: 50, y: 10, width: 40, height: 10 }, items: ['c'] };
  expect(inReadingOrder([line, group])).toEqual(['a', 'b', 'c']);
});

it('any number of shapes in any place is ordered, each once', () => {
  for (const count of [0, 1, 500, 501, 100_000]) {
    const placed = Array.from({ length: count }, (_, n) => ({
      frame: { x: (n * 7_919) % 100, y: n, width: n % 3 === 0 ? -5 : n, height: 1 },
      items: [n],
    }));
    expect(new Set(inReadingOrder(placed)).size).toBe(count);
  }
});
