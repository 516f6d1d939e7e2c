/** A body that would do, for every route that indexes from an object store, by operation. */
function objectStoreBodies(): Record<string, unknown> {
  const credentials = {
    s3: { bucket_name: 'bucket', aws_access_key_id: 'a', aws_secret_access_key: 'b' },
    gcs: { bucket_name: 'bucket', service_account_json: '{"client_email":"a@b.c","private_key":"k"}' },
    azure: { container_name: 'papers', account_name: 'papers', account_key: 'a2V5' },
    r2: {
      bucket_name: 'bucket',
      account_id: '0123456789abcdef0123456789abcdef',
      access_key_id: 'a',
      secret_access_key: 'b',
    },
    s3compatible: {
      endpoint_url: 'https://store.example',
      bucket_name: 'bucket',
      access_key_id: 'a',
      secret_access_key: 'b',
    },
  };
  const objects = Object.entries(credentials).flatMap(([store, fields]) => {
    const name = `index${store[0]!.toUpperCase()}${store.slice(1)}`;
    const scheme = { s3compatible: 's3', gcs: 'gs' }[store] ?? store;
    const bucket = 'container_name' in fields ? fields.container_name : fields.bucket_name;
    return [
      [`${name}Bucket`, fields],
      [`${name}File`, { ...fields, file_uri: `${scheme}://${bucket}/a.pdf` }],
      [`${name}Directory`, { ...fields, directory_path: 'a/' }],
    ];
  });
  return Object.fromEntries(objects) as Record<string, unknown>;
}

/** A container that requests for syncs name; nothing is there. */
export const azureSource = { container: 'papers', account_name: 'papers', account_key: 'c2VjcmV0' };

/** A body that would do, for every route that takes one; objects that it names are the owner's. */
export function bodiesOf(
  of: Record<string, string>,
  { productIndex, productAlias }: { productIndex: string; productAlias: string },
): Record<string, unknown> {
  const custom_metadata = { touched: true };
  const documentItems = { items: [{ item_id: 'a', document_id: of.document_id, custom_metadata }] };
  const chunkItems = { items: [{ item_id: 'a', chunk_id: of.chunk_id, custom_metadata }] };
  const relation = { target_chunk_id: of.target_chunk_id, relation_type: 'touches', metadata: {} };
  return {
    ...objectStoreBodies(),
    createCollection: {},
    copyCollection: { target_name: 'stolen-papers' },
    changeCollectionEnvironment: { new_environment: 'staging' },
    indexUrl: { url: 'https://example.com/a.txt' },
    indexText: { content: 'text' },
    indexUploads: { uploads: [of.file_id] },
    createAzureSync: azureSource,
    validateAzureSync: azureSource,
    updateSync: { status: 'paused' },
    createSyncAddress: {},
    searchDocuments: {},
    createAssetUrls: { asset_ids: ['fig_0_00000000'] },
    putDocumentMetadata: { custom_metadata },
    patchDocumentMetadata: { custom_metadata },
    putDocumentMetadataBatch: documentItems,
    patchDocumentMetadataBatch: documentItems,
    putChunkMetadata: { custom_metadata },
    patchChunkMetadata: { custom_metadata },
    putChunkMetadataBatch: chunkItems,
    patchChunkMetadataBatch: chunkItems,
    putChunkRelation: relation,
    putRelationsBatch: { items: [{ item_id: 'a', source_chunk_id: of.chunk_id, ...relation }] },
    setMaskingBound: { bound: 'stricter' },
    querySeveralCollections: { query: 'papers', collections: [of.collection_name] },
    queryCollection: { query: 'papers' },
    queryCollectionV2: { query: 'papers' },
    findSimilarChunks: {},
    announceEvaluationCases: { filename: 'cases.ndjson', byte_size: 10 },
    createEvaluation: { upload_id: of.cases_id, configs: [{ name: 'a' }] },
    announceUpload: { filename: 'a.pdf', byte_size: 10, content_type: 'application/pdf' },
    parseSpreadsheet: { input: of.file_id },
    parseDocument: { input: of.file_id },
    sendMcpMessage: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'read_document',
        arguments: { collection: of.collection_name, document_id: of.document_id },
      },
    },
    createWebhookEndpoint: { url: 'https://127.0.0.1:65000/in' },
    updateWebhookEndpoint: { description: 'touched' },
    testWebhookEndpoint: {},
    createProductIndex: { name: productIndex },
    putProductAlias: { index: productIndex },
    changeProductAliases: { actions: [{ alias: productAlias, index: null }] },
    copyProductIndex: { name: 'stolen-products' },
    putProductAssignment: {},
    sendProductEvents: { events: [{ type: 'click', query_id: of.product_query_id, record_id: 'r1' }] },
    createProductKey: { name: 'touched', type: 'scoped', parent: of.key_id },
    changeProductKey: { name: 'touched' },
    buildProductIndex: {},
    importProductIndex: { provider: 'algolia_export', records: of.file_id, target: productIndex },
    searchProductIndex: { query: 'xylo' },
    browseProductIndex: {},
    typeaheadProductIndex: { query: 'xylo' },
    suggestProductQueries: { query: 'xylo' },
    findSimilarRecords: {},
    searchProductIndexes: { searches: [{ index: productIndex, query: 'xylo' }] },
    replaceProductSettings: {},
    previewProductSchema: { records: [{ id: 'a', title: 'b' }] },
    replaceRecord: { id: 'r1', title: 'touched' },
    patchRecord: { title: 'touched' },
    deleteMatchingRecords: { filter: 'title = "touched"' },
    writeRecordBatch: { operations: [{ op: 'delete', id: 'r1' }] },
    rotateWebhookSecret: {},
    recoverWebhookEndpoint: { since: new Date(Date.now() - 60_000).toISOString() },
  };
}
