import path from 'node:path';
import { projectRoot } from '../../embedded/project-root';
import { describeSlowest } from '../../embedded/slowest-suites';

const suite = (n: number) => ({
  name: path.join(projectRoot, `test/${n}.test.ts`),
  startTime: 1_000,
  endTime: 1_000 + 1_500 * n,
});

test('the ten slowest suites are named, the slowest first, with their seconds', () => {
  const lines = describeSlowest(Array.from({ length: 12 }, (_, n) => suite(n)));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   16.5 s  test/11.test.ts');
  expect(lines[9]).toBe('    3.0 s  test/2.test.ts');
});

test('a suite that runs alone is compared with none', () => {
  expect(describeSlowest([suite(1)])).toEqual([]);
});
