/** A body that would do, for every route that indexes from an object store, by operation. */
export function objectStoreBodies(): Record<string, unknown> {
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
