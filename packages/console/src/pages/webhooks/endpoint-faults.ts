import { SheafError } from 'sheaf-client';
import { type FieldFaults, fieldFaultsOf } from '../../parts/field-faults';

const members: Readonly<Record<string, string>> = {
  invalid_url: 'url',
  url_not_public: 'url',
  unknown_event_type: 'event_types',
  too_many_filter_combinations: 'filter',
  sync_filter_requires_sync_source: 'sync_ids',
};

/** Faults of refused settings of an endpoint, by member; `filter` stands for the three lists together. */
export function endpointFaultsOf(error: unknown): FieldFaults {
  if (!(error instanceof SheafError)) return new Map();
  const { code, message, details } = error;
  const known = members[code];
  if (known !== undefined) return new Map([[known, message]]);
  if (code !== 'unknown_filter_id' && code !== 'filter_list_too_long') return fieldFaultsOf(error);
  const { list, ids } = { list: 'filter', ids: [] as unknown, ...(details as object | null) };
  const named = Array.isArray(ids) && ids.length > 0 ? ` ${ids.join(', ')}` : '';
  return new Map([[list, `${message}${named}`]]);
}
