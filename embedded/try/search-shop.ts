import path from 'node:path';
import { projectRoot } from '../project-root';
import { type Report, timed } from '../report';
import { type ApiAccess } from './api-client';
import { indexProducts, searchingAs, searchProducts } from './product-calls';
import { formatProducts } from './product-rows';

/** Searches for products: one with a typo, one with an amount, and one that two principals see differently. */
const productSearches = [
  { query: 'wireles keybord', principals: ['group:guests'] },
  { query: 'shelf under 2 ft', constraints: 'filter', principals: ['group:guests'] },
  { query: 'oak shelf', principals: ['group:guests'] },
  { query: 'oak shelf', principals: ['group:staff'] },
] as const;

/** Builds the index of `examples/products.json`, searches it and reports what was found. */
export async function searchShop(access: ApiAccess, report: Report): Promise<void> {
  const file = path.join(projectRoot, 'examples', 'products.json');
  await timed(report, 'Built an index of products.json', () => indexProducts(access, file));
  for (const { principals, ...asked } of productSearches) {
    const answer = await searchProducts(await searchingAs(access, principals), asked);
    const who = principals.join(', ');
    const { hits, timing } = answer;
    report(`\n"${asked.query}" as ${who}: ${hits.length} products in ${timing.total_ms} ms\n`);
    report(formatProducts(answer));
  }
  report('');
}
