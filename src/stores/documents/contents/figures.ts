import { type Db } from 'mongodb';
import { chunkIndexes, type ChunkRow } from './chunks';
import { pageIndexes, type PageRow } from './pages';

/** Creates the reads of figures. They have no rows of their own: regions of chunks and pages name them. */
export function createFigureStore(db: Db) {
  const chunks = db.collection<ChunkRow>(chunkIndexes.collection);
  const pages = db.collection<PageRow>(pageIndexes.collection);

  return {
    /** The given figures that occur in regions of a version. */
    async known(versionId: string, figureIds: readonly string[]): Promise<Set<string>> {
      const wanted = new Set(figureIds);
      const shown = { versionId, 'regions.figureId': { $in: [...wanted] } };
      const regions = { projection: { _id: 0 as const, 'regions.figureId': 1 as const } };
      const rows = await Promise.all([
        chunks.find(shown, regions).toArray(),
        pages.find(shown, regions).toArray(),
      ]);
      const found = rows.flat().flatMap((row) => row.regions.map(({ figureId }) => figureId));
      return new Set(found.filter((figureId) => figureId !== null && wanted.has(figureId)) as string[]);
    },
  };
}
