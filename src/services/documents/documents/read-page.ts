import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { ownNamespace } from '../../../domain/documents/layers';
import { type DocumentRow } from '../../../stores/documents/contents/documents';
import { type PageRow } from '../../../stores/documents/contents/pages';
import { type ServiceDeps } from '../../deps';
import { type Caller } from '../../../domain/platform/caller';
import { findCollection } from '../collections/find';
import { type NamedDocument } from './find';

/**
 * Returns one page of a document.
 *
 * @throws Refusal `document_not_found`, `page_data_pending` until the document is first written,
 * `no_page_data`, `page_out_of_range`, and those of `findCollection`
 */
export async function readPage(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  { collectionName, documentId, page: number }: NamedDocument & { page: number },
): Promise<{ document: DocumentRow; page: PageRow }> {
  const { documents, pages } = deps.stores;
  const collection = await findCollection(deps, caller, collectionName);
  const document = await documents.get(collection, documentId);
  if (document === null) {
    const pending = await documents.isBeingWritten(ownNamespace(collection), documentId);
    throw new Refusal<DocumentErrorCode>(pending ? 'page_data_pending' : 'document_not_found');
  }
  const page = await pages.get(document._id, number);
  if (page !== null) return { document, page };
  const { pageCount } = document;
  if (pageCount !== null && number >= pageCount && (await pages.has(document._id)))
    throw new Refusal<DocumentErrorCode>('page_out_of_range', { details: { page_count: pageCount } });
  throw new Refusal<DocumentErrorCode>('no_page_data');
}
