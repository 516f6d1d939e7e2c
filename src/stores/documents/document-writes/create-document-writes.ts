import { type Db } from 'mongodb';
import { type SearchIndex } from '../search-index';
import { createContentWrites } from './add-content';
import { createArchiving } from './archive';
import { type DocumentWrites } from './document-writes';
import { createMakeFindable } from './make-findable';
import { createOpen } from './open-version';
import { createPublish } from './publish';
import { createRelationWrites } from './put-relations';
import { createRemovals } from './remove';
import { createJobRemovals } from './remove-for-job';
import { createRollBack } from './roll-back';
import { createRollBackRemoval } from './roll-back-removal';
import { createSyncSearch } from './sync-search';
import { createWriteContext } from './write-context';
import { createMetadataWrites } from './write-metadata';

export function createDocumentWrites({ db, search }: { db: Db; search: SearchIndex }): DocumentWrites {
  const ctx = createWriteContext(db, search);
  const syncSearch = createSyncSearch(ctx);
  const ends = createPublish(ctx, syncSearch);
  const archiving = createArchiving(ctx, ends.discard, syncSearch);
  return {
    ...createOpen(ctx),
    ...createContentWrites(ctx),
    ...ends,
    ...createRemovals(ctx, syncSearch),
    ...archiving,
    ...createJobRemovals(ctx, syncSearch, archiving.setArchived),
    ...createRollBackRemoval(ctx, { ...ends, ...archiving }, syncSearch),
    ...createRollBack(ctx, ends.discard, syncSearch),
    ...createMetadataWrites(ctx, ends.discard, syncSearch),
    ...createRelationWrites(ctx),
    makeFindable: createMakeFindable(ctx),
  };
}
