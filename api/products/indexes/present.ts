import { indexStatus, isDeterministic } from '../../../src/domain/products/product-index';
import { assignmentOf, settingsOf } from '../../../src/stores/products/product-index-row';
import { type IndexView } from '../../../src/services/products/indexes/read';
import { type IndexResource } from './schema';

export function presentIndex({ row, pendingUpdates, aliases, build }: IndexView): IndexResource {
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
            vectors: presentVectors(build, served.builtRecords),
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

function presentVectors(
  build: IndexView['build'],
  records: number,
): NonNullable<IndexResource['build']>['vectors'] {
  if (build?.vectors != null) return { status: 'served', done: null, of: null };
  const later = build?.laterVectors ?? null;
  if (later === null) return { status: 'none', done: null, of: null };
  return { status: later.state, done: later.done, of: Math.max(records, later.done) };
}
