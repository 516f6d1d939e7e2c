import { unitOfName } from '../../../src/product-search/units/units';

test.each([
  ['width_cm', 'cm'],
  ['widthCm', 'cm'],
  ['Weight (kg)', 'kg'],
  ['price_usd', 'USD'],
  ['screen_size_in', 'in'],
  ['height-in', 'in'],
  ['battery_mah', 'mAh'],
  ['storage_gb', 'GB'],
])('%s is in %s', (name, symbol) => {
  expect(unitOfName(name)?.symbol).toBe(symbol);
});

test.each(['built_in', 'logged_in', 'width', 'cm', 'plan_a', 'grade_c', 'color', 'vitamin_d', ''])(
  '%j names no unit',
  (name) => {
    expect(unitOfName(name)).toBeNull();
  },
);
