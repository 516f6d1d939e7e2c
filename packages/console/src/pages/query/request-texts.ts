import { shellWord } from '../../parts/shell-word';
import { bodyOf, type Question } from './question';

/** The question as a `curl` command. The key is a variable of the shell. */
export function curlOf(baseUrl: string, question: Question): string {
  const { path, body } = requestOf(question);
  return [
    `curl -X POST ${shellWord(baseUrl + path)} \\`,
    '  -H "Authorization: Bearer $SHEAF_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${shellWord(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

/** The question as a program with the typed client. The key is a variable of the environment. */
export function clientCodeOf(baseUrl: string, question: Question): string {
  const { collections } = question;
  const isSeveral = collections.length > 1;
  const body = JSON.stringify(requestOf(question).body, null, 2).replaceAll('\n', '\n  ');
  return [
    "import { createSheaf } from 'sheaf-client';",
    '',
    `const sheaf = createSheaf({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: process.env.SHEAF_API_KEY });`,
    `const answer = await sheaf.post('${isSeveral ? '/v3/query' : '/v3/collections/{collection_name}/query'}', {`,
    ...(isSeveral ? [] : [`  params: { path: { collection_name: ${JSON.stringify(collections[0])} } },`]),
    `  body: ${body},`,
    '});',
    'for (const { rank, score, text } of answer.results) console.log(rank, score, text);',
  ].join('\n');
}

function requestOf(question: Question): { path: string; body: object } {
  const { collections } = question;
  const body = bodyOf(question);
  if (collections.length > 1) return { path: '/v3/query', body: { ...body, collections } };
  return { path: `/v3/collections/${encodeURIComponent(collections[0] ?? '')}/query`, body };
}
