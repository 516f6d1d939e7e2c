import { createFairQueue } from '../src/fair-queue';

interface Item {
  name: string;
  organizationId: string;
}

const item = (name: string, organizationId: string): Item => ({ name, organizationId });

function turnsOf(...items: Item[]) {
  const turns = createFairQueue<Item>();
  for (const each of items) turns.add(each);
  return turns;
}

/** Names in the order in which they are taken. */
function taken(turns: ReturnType<typeof turnsOf>, count: number): string[] {
  return Array.from({ length: count }, () => turns.take()!.name);
}

const large = ['a', 'b', 'c', 'd'].map((name) => item(name, 'large'));

it('organizations take turns, whatever the number of their items', () => {
  const turns = turnsOf(...large, item('x', 'small'), item('y', 'small'));
  expect(taken(turns, 6)).toEqual(['a', 'x', 'b', 'y', 'c', 'd']);
  expect(turns.take()).toBeUndefined();
});

it('an organization that comes later is next', () => {
  const turns = turnsOf(...large);
  taken(turns, 2);
  turns.add(item('x', 'small'));
  expect(taken(turns, 3)).toEqual(['x', 'c', 'd']);
});

it('one that comes back again and again gets every second turn, also where it waits alone in between', () => {
  const [a] = large;
  const turns = turnsOf(a!);
  const order: string[] = [];
  for (let n = 0; n < 3; n++) {
    turns.add(item('x', 'small'));
    for (let each = 0; each < 2; each++) {
      const next = turns.take()!;
      order.push(next.name);
      if (next === a) turns.add(a);
    }
  }
  expect(order).toEqual(['a', 'x', 'a', 'x', 'a', 'x']);
});

it('of one organization, the lowest place is next, and of equal ones the first', () => {
  const turns = turnsOf();
  turns.add(item('c', 'large'), 2);
  turns.add(item('x', 'small'), 9);
  turns.add(item('a', 'large'), 1);
  turns.add(item('b', 'large'), 1);
  expect(taken(turns, 4)).toEqual(['a', 'x', 'b', 'c']);
});

it('what is taken out is not served', () => {
  const turns = turnsOf(...large);
  turns.remove(large[0]!);
  turns.remove(item('never added', 'small'));
  expect(turns.all().map(({ name }) => name)).toEqual(['b', 'c', 'd']);
  expect(taken(turns, 3)).toEqual(['b', 'c', 'd']);
});
