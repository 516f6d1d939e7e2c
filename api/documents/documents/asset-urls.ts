import { BlobNotFound } from '../../../src/blobs';
import { documentBlobs } from '../../../src/domain/documents/document-blobs';
import { type DocumentRow } from '../../../src/stores/documents/contents/documents';
import { type ApiDeps } from '../../deps';
import { type AssetUrls } from './schema';

type Asset = AssetUrls['assets'][number];

/** Signed links to the pictures of figures. Each figure succeeds or fails on its own. */
export async function linkAssets(
  { stores, blobs }: Pick<ApiDeps, 'stores' | 'blobs'>,
  document: DocumentRow,
  { asset_ids, ttl_seconds }: { asset_ids: string[]; ttl_seconds: number },
): Promise<AssetUrls> {
  const expiresAt = new Date(Date.now() + ttl_seconds * 1_000);
  const known = await stores.figures.known(document._id, asset_ids);
  const key = documentBlobs(document.documentId).figure;

  async function link(assetId: string): Promise<Asset> {
    if (!known.has(assetId)) return unavailable(assetId, 'not_found');
    if (document.archived) return unavailable(assetId, 'archived');
    try {
      const { contentType } = await blobs.stat(key(assetId));
      const url = await blobs.signedUrl(key(assetId), expiresAt.getTime());
      const expires_at = expiresAt.toISOString();
      return { asset_id: assetId, status: 'ok', url, content_type: contentType, expires_at };
    } catch (error) {
      if (error instanceof BlobNotFound) return unavailable(assetId, 'no_crop');
      throw error;
    }
  }

  return { assets: await Promise.all(asset_ids.map(link)), expires_at: expiresAt.toISOString() };
}

function unavailable(assetId: string, reason: (Asset & { status: 'unavailable' })['reason']): Asset {
  return { asset_id: assetId, status: 'unavailable', reason, url: null, expires_at: null };
}
