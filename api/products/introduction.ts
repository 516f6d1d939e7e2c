import { PRODUCT_ERRORS } from '../../src/domain/products/errors';

const { status, sentence } = PRODUCT_ERRORS.INDEX_NOT_FOUND;
const refusal = { error: 'INDEX_NOT_FOUND', message: sentence, status_code: status };

/** Introduction to product search for new users, in addition to the general one, as Markdown. */
export const productsIntroduction = `## Product search: conventions

Routes begin with \`/v1\`. Times are Unix milliseconds. Unknown fields and query parameters are refused with 400.

**Errors.** A refusal has a machine-readable code in \`error\`, a sentence in \`message\` and its status in
\`status_code\`. Some codes bring members of their own, such as \`details\` with the fields that are wrong:

\`\`\`json
${JSON.stringify(refusal, null, 2)}
\`\`\`

**Paging.** Lists take \`limit\` and \`cursor\`, browse takes \`per_page\` and \`cursor\`. Send \`next_cursor\` of a
page to get the next one; it is null on the last page.

**Jobs.** A build continues after the answer, which is a job. Poll the job, or ask with \`?wait=30\` to get the
answer when it ends, after 30 seconds at the latest. Until a build has passed its checks, searches see the
former one.

**Keys.** Search keys and signed tokens are made for browsers: they are bound to indexes, origins, rates and
records.

**First steps.** Create an index, upload records, build it, wait for the job, and search:

\`\`\`sh
api() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@" && echo; }
base=http://localhost:8080/v1
api $base/indexes -d '{"name": "products", "id_field": "sku"}'
api $base/indexes/products/records -d '[{"sku": "KB-1", "title": "Wireless keyboard", "price": 49.9}]'
job=$(api -X POST $base/indexes/products/build | grep -o 'job_[0-9][0-9A-Z]*' | head -n 1)
api "$base/jobs/$job?wait=30"
api $base/indexes/products/search -d '{"query": "keyboard"}'
\`\`\``;

export const productTags: Readonly<Record<string, string>> = {
  'Product indexes': 'Named sets of records that are searched together, and their builds.',
  Records: 'JSON objects with an id: staged for the next build, or written live.',
  'Product jobs': 'Builds and imports: their stages, their end, cancelling.',
  'Product imports': 'Taking over records and settings from another provider.',
  'Product settings': 'Types, roles and weights of fields; inferred until you set them.',
  'Product aliases': 'Names that are moved from one index to another, and copies of indexes.',
  'Product experiments': 'Trying a copy of an index on some shoppers, and what came of it.',
  'Product keys': 'Keys and what they are bound to.',
  'Product audit': 'Who asked for what, in a log that shows whether it was changed.',
  'Product search': 'Search, suggestions, facets and browsing.',
};
