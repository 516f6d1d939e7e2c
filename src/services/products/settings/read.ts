import { BlobNotFound } from '../../../blobs';
import { type ProductIndexRow } from '../../../stores/products/product-indexes';
import { type Caller } from '../../../domain/platform/caller';
import { findIndex } from '../indexes/find';
import { type ServedBuild, servedBuild } from './known-records';
import { type SettingsDeps, type SettingsView, viewSettings } from './view';

/** The settings of an index, what they give and when. @throws Refusal `INDEX_NOT_FOUND` */
export async function readSettings(deps: SettingsDeps, caller: Caller, name: string): Promise<SettingsView> {
  return onSettledBuild(
    deps,
    () => findIndex(deps, caller, name),
    (index, served) => viewSettings(deps, index, served),
  );
}

/**
 * Works with an index and the build that it serves. A build that is published meanwhile may take the place of
 * the one that the index named, so that a missing one is looked for once more.
 */
export async function onSettledBuild<T>(
  deps: SettingsDeps,
  find: () => Promise<ProductIndexRow>,
  work: (index: ProductIndexRow, served: ServedBuild | null) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const index = await find();
    return { index, served: await servedBuild(deps, index) };
  };
  const found = await attempt().catch((error: unknown) => {
    if (error instanceof BlobNotFound) return attempt();
    throw error;
  });
  return work(found.index, found.served);
}
