import {
  type Assignment,
  type AssignmentLayer,
  groupNamed,
  groupsOf,
} from '../../../src/domain/products/assignment';
import { shopperWeight } from '../../../src/product-search';

const layer = (id: string, salt: string, shares: readonly [string, number, string?][]): AssignmentLayer => ({
  id,
  salt,
  groups: shares.map(([name, share, index = null]) => ({ name, share, index })),
});
const shoppers = 1_000_000;

it.each([
  ['2026-11', 'u-42', 0.45853742008916276],
  ['2026-11', 'u-43', 0.2008600127816622],
  ['prices', 'u-42', 0.6457622475128457],
  ['2026-11', 'ä:ö', 0.22906466235375933],
] as const)('the shopper %s:%s has the same weight in every process and release', (salt, shopper, weight) => {
  expect(shopperWeight(salt, shopper)).toBe(weight);
  expect(shopperWeight(salt, shopper)).toBeLessThan(1);
});

it('shares are kept within half a percent of a million shoppers, and layers split independently', () => {
  const layers = [
    layer('ranking', '2026-11', [['control', 0.9], ['b', 0.09], ['c', 0.01]]),
    layer('prices', '2026-12', [['control', 0.5], ['low', 0.5]]),
  ]; // prettier-ignore
  const table = new Map<string, number>();
  for (let n = 0; n < shoppers; n++) {
    const groups = groupsOf({ layers }, `user-${n}`, shopperWeight).map(({ group }) => group);
    const cell = groups.join('/');
    table.set(cell, (table.get(cell) ?? 0) + 1);
  }
  const [first, second] = layers;
  let chiSquare = 0;
  for (const { name, share } of first!.groups) {
    const inGroup = [...table].filter(([cell]) => cell.startsWith(`${name}/`));
    const count = inGroup.reduce((sum, [, cellCount]) => sum + cellCount, 0);
    expect(Math.abs(count / shoppers - share)).toBeLessThan(0.005);
    for (const other of second!.groups) {
      const expected = count * other.share;
      chiSquare += ((table.get(`${name}/${other.name}`) ?? 0) - expected) ** 2 / expected;
    }
  }
  // 99.9 % of independent splits stay below 16.27 with three degrees of freedom.
  expect(chiSquare).toBeLessThan(16.27);
});

describe('the groups of a shopper', () => {
  const chosen = (layers: AssignmentLayer[], weight: number) =>
    groupsOf({ layers }, 'u', () => weight).map(({ layer: id, group, index }) => [id, group, index]);

  it('follow the shares in the order of the list, their ends excluded', () => {
    const layers = [layer('one', 's', [['a', 0.25], ['b', 0.5], ['c', 0.25]])]; // prettier-ignore
    const groups = [0, 0.2499, 0.25, 0.7499, 0.75, 0.999999].map((weight) => chosen(layers, weight)[0]![1]);
    expect(groups).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
  });

  it('end with the last group where the sum of the shares is a little below one', () => {
    const layers = [layer('one', 's', [['a', 0.7], ['b', 0.2999999999]])]; // prettier-ignore
    expect(chosen(layers, 1 - 2 ** -52)).toEqual([['one', 'b', null]]);
  });

  it('end with the first layer whose group names a copy', () => {
    const layers = [
      layer('one', 's', [['control', 0.5], ['b', 0.5, 'copy-b']]),
      layer('two', 't', [['control', 0.5], ['c', 0.5, 'copy-c']]),
    ]; // prettier-ignore
    expect(chosen(layers, 0.75)).toEqual([['one', 'b', 'copy-b']]);
    expect(chosen(layers, 0.25)).toEqual([
      ['one', 'control', null],
      ['two', 'control', null],
    ]);
  });

  it('a variant is the first group with its name', () => {
    const assignment: Assignment = {
      layers: [layer('one', 's', [['control', 1]]), layer('two', 't', [['control', 1, 'copy-c']])],
    };
    expect(groupNamed(assignment, 'control')).toEqual({ layer: 'one', group: 'control', index: null });
    expect(groupNamed(assignment, 'd')).toBeNull();
  });
});
