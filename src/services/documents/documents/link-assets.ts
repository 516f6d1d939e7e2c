import { BlobNotFound } from '../../../blobs';
import { documentBlobs } from '../../../domain/documents/document-blobs';
import { type Caller } from '../../../domain/platform/caller';
import { type ServiceDeps } from '../../deps';
import { findDocument, type NamedDocument } from './find';

/** Link to the picture of a figure, or the reason why there is none. */
export type LinkedAsset =
  | { assetId: string; url: string; contentType: string }
  | { assetId: string; reason: 'not_found' | 'archived' | 'no_crop' };

/**
 * Signs links to the pictures of figures, each independently of the others.
 *
 * @throws Refusal as `findDocument`
 */
export async function linkAssets(
  deps: Pick<ServiceDeps, 'stores' | 'blobs'>,
  caller: Caller,
  named: NamedDocument,
  { assetIds, expiresAt }: { assetIds: string[]; expiresAt: Date },
): Promise<LinkedAsset[]> {
  const { blobs, stores } = deps;
  const { document } = await findDocument(deps, caller, named);
  const known = await stores.figures.known(document._id, assetIds);
  const key = documentBlobs(document.documentId).figure;

  async function link(assetId: string): Promise<LinkedAsset> {
    if (!known.has(assetId)) return { assetId, reason: 'not_found' };
    if (document.archived) return { assetId, reason: 'archived' };
    try {
      const { contentType } = await blobs.stat(key(assetId));
      return { assetId, url: await blobs.signedUrl(key(assetId), expiresAt.getTime()), contentType };
    } catch (error) {
      if (error instanceof BlobNotFound) return { assetId, reason: 'no_crop' };
      throw error;
    }
  }

  return Promise.all(assetIds.map(link));
}
