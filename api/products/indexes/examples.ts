import { buildIdExample } from '../jobs/examples';

export const newIndexExample = {
  name: 'products',
  id_field: 'sku',
  settings: { fields: { title: { type: 'text', role: 'title' } }, facets: ['brand'] },
};

export const indexExample = {
  name: 'products',
  object_search: true,
  status: 'ready',
  id_field: 'sku',
  records: { staged: 0, served: 1_994, pending_updates: 0 },
  build: {
    id: buildIdExample,
    physical: `products__${buildIdExample.toLowerCase()}`,
    built_at: 1_763_666_141_802,
    records: 1_994,
    vectors: { status: 'served', done: null, of: null },
  },
  serving: { deterministic: true, audit_failures: 0 },
  aliases: ['shop'],
  copies: [],
  assignment_layers: 0,
  noun: null,
  running_job: null,
  created_at: 1_763_666_102_511,
};
