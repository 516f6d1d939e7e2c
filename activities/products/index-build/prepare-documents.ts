import { type ProductActivities } from '../../../src/domain/products/activities';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { heldBuild } from './held-build';
import { createPreparations } from './preparations';
import { rangePages } from './range-pages';
import { type StageNotes } from './stage-notes';

/** Prepares what documents hold beside their records, so that the upload finds it made. */
export function createPrepareDocuments(
  deps: ActivityDeps,
  notes: StageNotes,
): Pick<ProductActivities, 'openStage' | 'prepareRange'> {
  const { productBuildParts } = deps;
  const preparations = createPreparations(deps);

  return {
    async openStage({ jobId, stage }) {
      const held = await heldBuild(deps, jobId);
      // A run that was reset: the documents that are there were prepared so.
      if (held.build.isOpen === true) return { hasRanges: false };
      await notes.begin(jobId, stage);
      const opening = await whileAlive((signal) => preparations[stage].open(held, signal));
      if (opening === 'done') await notes.end(jobId, stage);
      else if (opening !== 'prepares') await notes.skip(jobId, stage, opening.skipped);
      else await notes.begin(jobId, stage, held.build.records);
      return { hasRanges: opening === 'prepares' };
    },

    async prepareRange({ jobId, stage, range }) {
      const held = await heldBuild(deps, jobId);
      const { indexId, view, rangeEnds: ends } = held.build;
      const part = { jobId, stage, range };
      const { recordsPerPage, start } = preparations[stage];
      const prepare = start(held);
      return whileAlive(async (signal) => {
        let done = 0;
        let items = 0;
        for await (const records of rangePages(deps, { indexId, view, ends, range }, recordsPerPage)) {
          signal.throwIfAborted();
          items += await prepare(records, signal);
          done += records.length;
          await productBuildParts.note(part, { count: done, items }, false);
        }
        await productBuildParts.note(part, { count: done, items }, true);
        return { records: done };
      });
    },
  };
}
