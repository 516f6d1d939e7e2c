import { recordMembersExample } from '../records/examples';

/** Examples of requests and answers about settings, for the documentation. */
export const settingsExample = {
  fields: {
    width: { unit: 'cm' },
    brand: { role: 'brand', facet: true },
  },
  identifiers: ['sku'],
  group_by: { field: 'model' },
};

export const fieldExample = {
  type: 'number',
  inferred_type: 'number',
  origin: 'inferred',
  list: false,
  searchable: true,
  weight: null,
  role: null,
  facet: false,
  filterable: true,
  sortable: true,
  unit: 'cm',
  values: null,
  format: null,
  present: 0.98,
  distinct: 61,
  samples: ['32 cm', '41 cm'],
  children: null,
};

const warningExample = {
  code: 'UNKNOWN_FIELD',
  settings: ['group_by'],
  field: 'model',
  message: 'No record so far has a field model, which group_by names.',
};

export const settingsAnswerExample = {
  object_search: true,
  settings: settingsExample,
  effective: {
    id_field: 'sku',
    primary: 'title',
    records_seen: 1_994,
    records_total: 1_994,
    fields: { width: fieldExample },
  },
  served: null,
  warnings: [warningExample],
  applies_at: 'the next build',
  job: null,
};

export const previewBodyExample = { records: [recordMembersExample], id_field: null };

export const previewExample = {
  id: { field: 'sku', confidence: 1 },
  fields: { width: fieldExample },
  warnings: [],
};
