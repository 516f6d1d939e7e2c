import { type FieldTable, columnKind } from '../../../src/domain/products/field-table';
import { type ProductActivities } from '../../../src/domain/products/activities';
import { type Columns } from '../../../src/stores/products/physical-index';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { refusalWarnings } from '../refused-documents';
import { jobOver } from './build-failures';
import { heldBuild, isServed, makerOfHeld, tableOfHeld, underWay } from './held-build';
import { rangePages } from './range-pages';
import { type StageNotes } from './stage-notes';

/** Writes the records of a build as documents of its physical index. */
export function createUploadRecords(
  deps: ActivityDeps,
  notes: StageNotes,
): Pick<ProductActivities, 'openBuild' | 'uploadRange'> {
  const { physicalIndexes, productBuildParts, productBuilds, productIndexes, productJobs } = deps;

  return {
    async openBuild({ jobId }) {
      const held = await heldBuild(deps, jobId);
      const { build, index } = held;
      if (isServed(held)) return;
      await notes.begin(jobId, 'upload', build.records);
      await productBuilds.set(build._id, { isOpen: true });
      const dimensions = build.vectors?.dimensions ?? null;
      await physicalIndexes.create(build.physical, columnsOf(tableOfHeld(held)), dimensions);
      if ((await productIndexes.nameBuilding(index._id, jobId, underWay(build))) === null)
        throw jobOver('failed');
    },

    async uploadRange({ jobId, range }) {
      const held = await heldBuild(deps, jobId);
      if (isServed(held)) return { records: 0 };
      const { build } = held;
      const part = { jobId, stage: 'upload' as const, range };
      const { make } = makerOfHeld(deps, held);
      return whileAlive(async (signal) => {
        let count = 0;
        let refused = 0;
        const place = { indexId: build.indexId, view: build.view, ends: build.rangeEnds, range };
        for await (const records of rangePages(deps, place)) {
          signal.throwIfAborted();
          const { documents } = await make(records, signal);
          const left = await physicalIndexes.write(build.physical, documents);
          if (left.length > 0) await productJobs.warn(jobId, refusalWarnings(left));
          count += records.length;
          refused += left.length;
          await productBuildParts.note(part, { count, refused }, false);
        }
        await productBuildParts.note(part, { count, refused }, true);
        return { records: count };
      });
    },
  };
}

/** Columns of a physical index, by the field table of its build. */
function columnsOf({ fields }: FieldTable): Columns {
  const columns = fields.flatMap(({ column, type }) => {
    const kind = columnKind(type);
    return column === null || kind === null ? [] : [[column, kind] as const];
  });
  return Object.fromEntries(columns);
}
