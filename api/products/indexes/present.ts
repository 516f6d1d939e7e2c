import { indexStatus, isDeterministic } from '../../../src/domain/products/product-index';
import { assignmentOf } from '../../../src/stores/products/product-assignments';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-indexes';
import { type IndexResource } from './schema';

/** Facts of an index that are not in its row. */
interface IndexSurroundings {
  /** Live writes that are not applied yet. */
  pendingUpdates: number;
  aliases: readonly string[];
}

/** An index as callers see it. */
export function presentIndex(
  row: ProductIndexRow,
  { pendingUpdates, aliases }: IndexSurroundings,
): IndexResource {
  const { served } = row;
  const settings = settingsOf(row);
  return {
    name: row.name,
    object_search: true,
    status: indexStatus({ ...row, isBuilding: row.holder?.type === 'index.build' }),
    id_field: row.idField,
    records: { staged: row.staged, served: served?.records ?? 0, pending_updates: pendingUpdates },
    build:
      served === null
        ? null
        : {
            id: served.buildId,
            physical: served.physical,
            built_at: served.builtAt,
            records: served.builtRecords,
          },
    serving: { deterministic: isDeterministic(settings, served), audit_failures: row.auditFailures ?? 0 },
    aliases: [...aliases],
    copies: row.assignment?.copies.map(({ name }) => name) ?? [],
    assignment_layers: assignmentOf(row)?.layers.length ?? 0,
    noun: settings.noun ?? null,
    running_job: row.holder?.jobId ?? null,
    created_at: row.createdAt.getTime(),
  };
}
