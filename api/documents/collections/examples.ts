/** Examples of requests and answers about collections, for the documentation. */
export const collectionExample = {
  collection_id: 'col_01JD3V…',
  collection_name: 'manuals',
  organization_id: 'org_01JD3V…',
  environment: 'production',
  description: 'Handbooks of all products',
  metadata: { owner: 'support' },
  document_count: 42,
  is_active: true,
  masking_bounds: { PERSON: 'wider' },
  embedding_model: 'all-minilm-l6-v2',
  created_at: '2026-11-01T10:00:00.000Z',
};

export const copyExample = {
  success: true,
  message: "Copied 'manuals' to 'manuals-2026'.",
  source_collection: 'manuals',
  collection_name: 'manuals-2026',
  collection_id: 'col_01JD3W…',
  documents_copied: 42,
  namespaces_copied: 1,
  files_copied: 42,
  relations_copied: 3,
  chunk_metadata_copied: 0,
  relations_unresolved: 0,
};

export const environmentChangeExample = {
  success: true,
  message: "Moved 'manuals' to production.",
  collection_name: 'manuals',
  files_moved: 42,
  previous_environment: 'staging',
  new_environment: 'production',
};
