import { Command } from 'commander';
import { listItems } from 'sheaf-client';
import { countOf } from '../count-argument.js';
import { firstItems } from '../first-items.js';
import { jsonOf } from '../json-argument.js';
import { openSession } from '../session.js';

interface ListOptions {
  limit: number;
  filter?: string;
}

/** `sheaf documents`: lists and reads the documents of a collection. */
export function documentsCommand(): Command {
  const documents = new Command('documents').description('Documents of a collection');
  documents
    .command('ls')
    .description('List the documents of a collection, newest first')
    .argument('<collection>')
    .option('--filter <json>', 'a metadata filter, such as \'{"year": {"$gte": 2024}}\'')
    .option('--limit <count>', 'the newest so many', countOf, 50)
    .action(async (collection: string, { limit, filter }: ListOptions, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const body = filter === undefined ? {} : { metadata_filter: jsonOf(filter, '--filter') as never };
      const params = { path: { collection_name: collection } };
      const path = '/v3/collections/{collection_name}/documents/search';
      const found = await firstItems(listItems(sheaf, path, { params, body, signal }), limit);
      const rows = found.map((one) => [
        one.document_id,
        one.filename,
        one.page_count,
        one.chunk_count,
        one.updated_at,
      ]);
      await output.show(found, { head: ['document', 'file', 'pages', 'chunks', 'updated'], rows });
    });
  documents
    .command('get')
    .description('Show a document, or write its text')
    .argument('<collection>')
    .argument('<document>')
    .option('--text', 'write the texts of all its chunks, with an empty line between them')
    .action(async (collection: string, id: string, { text }: { text?: true }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const path = { collection_name: collection, document_id: id };
      if (text === true) {
        const params = { path: { collection_name: collection }, query: { document_id: id, limit: 500 } };
        const chunks = listItems(sheaf, '/v3/collections/{collection_name}/chunks', { params, signal });
        await output.texts(chunks);
        return;
      }
      const found = await sheaf.get('/v3/collections/{collection_name}/documents/{document_id}', {
        params: { path },
        signal,
      });
      await output.facts(found, {
        document: found.document_id,
        file: found.filename,
        type: found.content_type,
        bytes: found.file_size,
        pages: found.page_count,
        chunks: found.chunk_count,
        source: found.source.uri ?? found.source.type,
        tags: found.tags.join(', '),
        summary: found.summary,
        metadata: found.custom_metadata,
        job: found.job_id,
        created: found.created_at,
        updated: found.updated_at,
      });
    });
  return documents;
}
