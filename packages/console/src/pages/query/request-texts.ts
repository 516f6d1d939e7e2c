import { type Question } from './use-answer';

/** The question as a `curl` command. The key is a variable of the shell. */
export function curlOf(baseUrl: string, { collection, query, config }: Question): string {
  const url = `${baseUrl}/v3/collections/${encodeURIComponent(collection)}/query`;
  return [
    `curl -X POST ${quoted(url)} \\`,
    '  -H "Authorization: Bearer $SHEAF_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(JSON.stringify({ query, ...config }, null, 2))}`,
  ].join('\n');
}

/** The question as a program with the typed client. The key is a variable of the environment. */
export function clientCodeOf(baseUrl: string, { collection, query, config }: Question): string {
  const body = JSON.stringify({ query, ...config }, null, 2).replaceAll('\n', '\n  ');
  return [
    "import { createSheaf } from 'sheaf-client';",
    '',
    `const sheaf = createSheaf({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.SHEAF_API_KEY });`,
    "const answer = await sheaf.post('/v3/collections/{collection_name}/query', {",
    `  params: { path: { collection_name: ${JSON.stringify(collection)} } },`,
    `  body: ${body},`,
    '});',
    'for (const { rank, score, text } of answer.results) console.log(rank, score, text);',
  ].join('\n');
}

/** Quotes a text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
