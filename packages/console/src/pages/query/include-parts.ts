import { type components } from 'sheaf-client';

type Include = components['schemas']['QueryInclude'];

/** Optional parts of an answer. The console asks for highlights unless they are turned off. */
export const includeParts: readonly { field: keyof Include; name: string; byDefault: boolean }[] = [
  { field: 'document', name: 'document', byDefault: true },
  { field: 'metadata', name: 'scores and metadata', byDefault: true },
  { field: 'highlights', name: 'words of the query in the text', byDefault: true },
  { field: 'document_metadata', name: 'metadata of the document', byDefault: false },
  { field: 'neighboring_chunks', name: 'neighbours', byDefault: false },
  { field: 'regions', name: 'regions on pages', byDefault: false },
  { field: 'relations', name: 'relations', byDefault: false },
  { field: 'related_chunks', name: 'related chunks', byDefault: false },
  { field: 'archived', name: 'archived documents', byDefault: false },
];
