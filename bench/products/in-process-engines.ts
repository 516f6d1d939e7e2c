import { setImmediate as settled } from 'node:timers/promises';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { productRecord } from '../generate/product-records';
import { percentile } from '../statistics';
import { textTable } from '../text-table';

const hitsMax = 20;
const recordsPerBatch = 1_000;
/** Typos of a word of five characters, as both engines count them. */
const typosPerCharacter = 0.2;
const typosMax = 1;

/** The searchable members of a record, as text. */
interface EngineRecord {
  id: string;
  title: string;
  description: string;
  sku: string;
  brand: string;
  category: string;
}

type Ask = (query: string) => unknown;

/** Fills an engine; answers how it is asked. */
type Fill = (records: Iterable<readonly EngineRecord[]>) => Promise<Ask>;

const engines: Readonly<Record<string, Fill>> = {
  MiniSearch: async (batches) => {
    const engine = new MiniSearch<EngineRecord>({
      fields: ['title', 'description', 'sku', 'brand', 'category'],
    });
    for (const batch of batches) {
      engine.addAll(batch);
      await settled();
    }
    const options = { fuzzy: typosPerCharacter, combineWith: 'AND' } as const;
    return (query) => engine.search(query, options).slice(0, hitsMax);
  },
  Orama: async (batches) => {
    const schema = {
      title: 'string',
      description: 'string',
      sku: 'string',
      brand: 'string',
      category: 'string',
    } as const;
    const engine = create({ schema });
    for (const batch of batches) await insertMultiple(engine, [...batch], batch.length);
    return (query) => search(engine, { term: query, tolerance: typosMax, threshold: 0, limit: hitsMax });
  },
};

/** Figures of an engine that is searched inside the process that uses it. */
export interface InProcessFigures {
  engine: string;
  fillSeconds: number;
  heapBytes: number;
  p50Ms: number;
  p95Ms: number;
}

/** Asks each engine the questions, one at a time; it holds the records of the index in the memory of this process. */
export async function measureInProcess(
  seed: number,
  records: number,
  questions: readonly string[],
): Promise<InProcessFigures[]> {
  const figures: InProcessFigures[] = [];
  for (const [engine, fill] of Object.entries(engines)) {
    const { heapUsed } = process.memoryUsage();
    const start = performance.now();
    const ask = await fill(batchesOf(seed, records));
    const fillSeconds = (performance.now() - start) / 1_000;
    const heapBytes = process.memoryUsage().heapUsed - heapUsed;
    for (const question of questions) await ask(question);
    const callMs: number[] = [];
    for (const question of questions) {
      const asked = performance.now();
      await ask(question);
      callMs.push(performance.now() - asked);
    }
    const [p50Ms, p95Ms] = [percentile(callMs, 0.5), percentile(callMs, 0.95)];
    figures.push({ engine, fillSeconds, heapBytes, p50Ms, p95Ms });
  }
  return figures;
}

function* batchesOf(seed: number, records: number): Generator<EngineRecord[]> {
  for (let from = 0; from < records; from += recordsPerBatch) {
    const count = Math.min(recordsPerBatch, records - from);
    yield Array.from(
      { length: count },
      (_, place) => productRecord(seed, from + place) as unknown as EngineRecord,
    );
  }
}

/** Lines up the figures of engines. */
export function inProcessTable(figures: readonly InProcessFigures[]): string {
  const header = ['in one process, plain', 'fill s', 'heap MB', 'p50 ms', 'p95'];
  return textTable(
    header,
    figures.map(({ engine, fillSeconds, heapBytes, p50Ms, p95Ms }) => [
      engine,
      fillSeconds.toFixed(1),
      (heapBytes / 1e6).toFixed(0),
      p50Ms.toFixed(1),
      p95Ms.toFixed(1),
    ]),
  );
}
