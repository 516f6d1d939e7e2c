import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../embedded/project-root';

const folder = join(projectRoot, '..', 'shared', 'data', 'products', 'judged');

/** A product of the judged set. */
export interface JudgedProduct {
  id: string;
  title: string;
  description: string;
}

/** A query with the mean grades of products, 1 to 4; `id` is the query itself. */
export interface JudgedQuery {
  id: string;
  grades: ReadonlyMap<string, number>;
}

/** Products and judged queries beside the clone; null without them. */
export function readJudgedSet(): { products: JudgedProduct[]; queries: JudgedQuery[] } | null {
  if (!existsSync(folder)) return null;
  const lines = readFileSync(join(folder, 'products.ndjson'), 'utf8').trim().split('\n');
  const queries = JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as {
    query: string;
    grades: Record<string, number>;
  }[];
  return {
    products: lines.map((line) => JSON.parse(line) as JudgedProduct),
    queries: queries.map(({ query: id, grades }) => ({ id, grades: new Map(Object.entries(grades)) })),
  };
}
