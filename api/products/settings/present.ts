import { type FieldRow, type FieldTable } from '../../../src/domain/products/field-table';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { fieldName, seesAllRecords } from '../../../src/product-search';
import { settingsOf } from '../../../src/stores/products/product-index-row';
import { type Caller } from '../../../src/domain/platform/caller';
import { scopeOf } from '../../../src/domain/products/key-scope';
import { type FieldResource, type SettingsAnswer } from './schema';
import { type SettingsView } from '../../../src/services/products/settings/read';
import { presentJob } from '../jobs/present';

/**
 * Settings of an index as a caller sees them. Examples of values are for callers who see every record.
 */
export function presentSettings(
  { index, effective, recordsTotal, warnings, served, appliesAt, job }: SettingsView,
  caller: Caller,
): SettingsAnswer {
  const settings = settingsOf(index);
  const withSamples = seesAllRecords(scopeOf(caller), settings);
  return {
    object_search: true,
    settings,
    effective:
      effective === null
        ? null
        : {
            id_field: index.idField,
            primary: effective.primary === null ? null : fieldName(effective.primary),
            // A record that was changed since the build was seen in both states.
            records_seen: Math.min(effective.recordsSeen, recordsTotal),
            records_total: recordsTotal,
            fields: presentFields(effective, { settings, withSamples }),
          },
    served:
      served === null
        ? null
        : {
            build_id: served.buildId,
            built_at: served.builtAt,
            fields: presentFields(served.table, { settings, withSamples: false }),
          },
    warnings,
    applies_at: appliesAt,
    job: job === null ? null : presentJob(job, { withValues: withSamples }),
  };
}

/** A field with the names below it. */
interface FieldNode {
  resource: FieldResource;
  children: Map<string, FieldResource>;
}

/** Fields by name, those below another one as its children. */
export function presentFields(
  { fields }: FieldTable,
  { settings, withSamples }: { settings: ObjectSettings; withSamples: boolean },
): Record<string, FieldResource> {
  const root = new Map<string, FieldResource>();
  const nodes = new Map<string, FieldNode>();
  for (const row of fields) {
    const isAccessList = [settings.acl?.field, settings.acl?.deny_field].includes(fieldName(row.path));
    const resource = presentField(row, withSamples && !isAccessList);
    const siblings = nodes.get(JSON.stringify(row.path.slice(0, -1)))?.children ?? root;
    siblings.set(row.path.at(-1)!, resource);
    nodes.set(JSON.stringify(row.path), { resource, children: new Map() });
  }
  // Names are the caller's: entries become own members whatever they are called, `__proto__` too.
  for (const { resource, children } of nodes.values())
    if (resource.type === 'children' || children.size > 0) resource.children = Object.fromEntries(children);
  return Object.fromEntries(root);
}

function presentField(row: FieldRow, withSamples: boolean): FieldResource {
  return {
    type: row.type,
    inferred_type: row.inferredType,
    origin: row.origin,
    list: row.list,
    searchable: row.searchable,
    weight: row.weight ?? (row.type === 'text' && row.searchable ? 'secondary' : null),
    role: row.role,
    facet: row.facet,
    filterable: row.filterable,
    sortable: row.sortable,
    unit: row.unit,
    values: row.values,
    format: row.format,
    present: row.present,
    distinct: row.distinct,
    ...(withSamples ? { samples: row.samples } : {}),
    children: null,
  };
}
