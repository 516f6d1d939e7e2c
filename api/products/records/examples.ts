import { writeJobExample } from '../jobs/examples';

export const recordMembersExample = {
  sku: 'KB-1',
  title: 'Wireless keyboard',
  brand: 'Acme',
  price: 49.9,
  width: '32 cm',
};

export const linesExample = `{"sku": "KB-1", "title": "Wireless keyboard"}
{"sku": "KB-2", "title": "Wired keyboard"}
`;

export const patchExample = { price: 44.5, discount: null };

export const uploadExample = {
  received: 3,
  staged: 2,
  replaced: 0,
  rejected: 1,
  id_field: 'sku',
  staged_total: 2,
  errors: [
    {
      line: null,
      index: 2,
      id: null,
      code: 'MISSING_ID',
      field: 'sku',
      message: 'the record has no id',
    },
  ],
  errors_truncated: false,
  warnings: [],
  job: null,
};

export const writeExample = { id: 'KB-1', seq: 2_001, job: writeJobExample };

export const clearExample = { seq: 2_002, job: writeJobExample };

export const deletionBodyExample = { filter: 'discontinued = true' };

export const deletionExample = { matched: 12, seq_from: 2_003, seq_to: 2_014, job: writeJobExample };

export const batchBodyExample = {
  operations: [
    { op: 'upsert', record: recordMembersExample },
    { op: 'patch', id: 'KB-2', record: patchExample },
    { op: 'delete', id: 'KB-3' },
  ],
};

export const batchExample = { seq_from: 2_015, seq_to: 2_017, accepted: 3, errors: [], job: writeJobExample };

export const recordExample = { id: 'KB-1', record: recordMembersExample, version: 2_001, staged: false };
