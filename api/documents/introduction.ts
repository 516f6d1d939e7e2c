import { DOCUMENT_ERRORS } from '../../src/domain/documents/errors';

const refusal = {
  error: 'job_not_found',
  message: DOCUMENT_ERRORS.job_not_found.sentence,
  details: null,
  path: '/v2/jobs/job_01',
  success: false,
};

/** Introduction for new users of documents, beyond the general one, as Markdown. */
export const documentsIntroduction = `## Documents: conventions

Routes begin with \`/v2\` or \`/v3\`. Times are ISO-8601 in UTC with milliseconds.

**Errors.** A refusal has a machine-readable code in \`error\` and a sentence in \`message\`; \`details\` is null
or says more, such as the fields that are wrong:

\`\`\`json
${JSON.stringify(refusal, null, 2)}
\`\`\`

Unknown query parameters are refused with 400. Wrong or unknown fields of a body are refused with 400 (v2), or
with 422 and a list \`detail\` (v3).

**Paging.** Lists take \`limit\` and either \`offset\` or \`cursor\`. Send \`next_cursor\` of a page to get the
next one; it is null on the last page.

**Batches.** Each item of a batch is answered for itself: one result per item in the order of the request, and
nothing is rolled back. What is wrong with the request as a whole, an \`item_id\` or a target that comes twice
included, is refused with 400 before anything is written.

**Jobs.** Indexing and parsing continue after the answer, which is a job. Poll the job, or ask with \`?wait=30\`
to get the answer when it ends, after 30 seconds at the latest. A job survives a restart of the service.

**Webhooks.** Registered addresses are told when indexing jobs end, by requests that are signed as
[Standard Webhooks](https://www.standardwebhooks.com) describes. A failed delivery is repeated for 28 hours.

**First steps.** Create a collection, index a text into it, wait for the job, and query the collection:

\`\`\`sh
api() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@" && echo; }
base=http://localhost:8080
api -X PUT $base/v2/collections/manuals
job=$(api $base/v2/collections/manuals/index/text \\
  -d '{"content": "The warranty ends after two years.", "filename": "warranty.txt"}' |
  grep -o 'job_[0-9][0-9A-Z]*' | head -n 1)
api "$base/v2/jobs/$job?wait=30"
api $base/v3/collections/manuals/query -d '{"query": "How long is the warranty?"}'
\`\`\``;

/** Descriptions of the tags of the routes of documents. */
export const documentTags: Readonly<Record<string, string>> = {
  Collections: 'Named sets of documents: what is indexed and queried together.',
  Indexing: 'Putting texts, links, uploads, forms and buckets into a collection. The answer is a job.',
  Jobs: 'Indexing jobs: their files, their end, cancelling and rolling back.',
  Syncs: 'Collections that follow a container, by a schedule or when asked.',
  Documents: 'What a collection holds: one document for each indexed file, text or record.',
  Chunks: 'The pieces of documents that queries find.',
  Metadata:
    'Your own fields of documents and chunks. Filters find a change once it has been answered. Metadata of ' +
    'a chunk ' +
    'lies over that of its document, key by key.',
  Relations: 'Named links between documents.',
  Queries: 'Questions to a collection, answered with the chunks that fit best.',
  'Query latency':
    'How long queries took: completed ones of the environment of the key, without those of evaluations. A ' +
    'missing or wrong ' +
    'window, filter value or number of bins is a 400 `validation_error`, everything else that is wrong a 422.',
  'Query history': 'Queries that were answered, with their results.',
  Evaluations: 'Cases with known answers, asked under several configurations and scored.',
  Parsing: 'Reading a spreadsheet into chunks without storing it in a collection.',
};
