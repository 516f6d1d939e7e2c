/**
 * The address of a MongoDB with another database in its path. A list of several hosts is no URL to Node, so
 * that the text is taken apart here.
 */
export function withDatabase(url: string, database: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url);
  if (parts === null) throw new Error('this is no address of MongoDB');
  const [, hosts = '', options = ''] = parts;
  return `${hosts}/${encodeURIComponent(database)}${options}`;
}
