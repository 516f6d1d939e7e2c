import { randomUUID } from 'node:crypto';
import { type Collection } from 'mongodb';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { type QueryRow } from '../../src/stores/documents/queries/queries';
import { createDice, type Dice } from '../generate/dice';

const rowsPerInsert = 5_000;
/** The server writes some rows while the next ones are made. */
const insertsAtOnce = 2;
const seed = 7;
const collections = 40;
/** Half of the queries take less. */
const middleMs = 40;
const modes = ['keyword', 'semantic', 'hybrid'] as const;

/**
 * Writes a history evenly over a window: 40 collections of unequal weight, times around 40 ms, two per cent
 * without one.
 */
export async function fillHistory(
  queries: Collection<QueryRow>,
  tenant: Tenant,
  window: { from: Date; to: Date },
  count: number,
): Promise<void> {
  const dice = createDice(seed);
  const stepMs = (window.to.getTime() - window.from.getTime()) / count;
  let first = 0;
  const writeOn = async () => {
    while (first < count) {
      const start = first;
      first = Math.min(count, start + rowsPerInsert);
      const rows = Array.from({ length: first - start }, (_, n) =>
        historyRow(dice, tenant, new Date(window.from.getTime() + Math.floor((start + n) * stepMs))),
      );
      await queries.insertMany(rows, { ordered: false, writeConcern: { w: 1, journal: false } });
    }
  };
  await Promise.all(Array.from({ length: insertsAtOnce }, writeOn));
}

function historyRow(dice: Dice, { organizationId, environment }: Tenant, createdAt: Date): QueryRow {
  const collection = Math.floor(collections * dice.fraction() ** 2);
  const spread = dice.fraction() + dice.fraction() + dice.fraction() - 1.5;
  const searchMode = dice.pick(modes);
  return {
    _id: randomUUID(),
    requestId: `req_1763666138_${dice.between(0x1000_0000, 0xffff_ffff).toString(16)}`,
    organizationId,
    environment,
    collectionId: `col_${collection}`,
    collectionName: `collection-${collection}`,
    queryText: 'renewal obligations',
    resultCount: 10,
    limit: 10,
    semanticRatio: { keyword: 0, semantic: 1, hybrid: 0.5 }[searchMode],
    bodyBytes: null,
    evalId: null,
    createdAt,
    isEvaluation: false,
    latencyMs: dice.fraction() < 0.02 ? null : Math.round(middleMs * Math.exp(2.4 * spread)),
    apiVersion: dice.pick(['v2', 'v3']),
    rerank: dice.fraction() < 0.3,
    searchMode,
    ratioReason: 'requested',
    hasFilter: dice.fraction() < 0.5,
  };
}
