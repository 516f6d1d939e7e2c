import { type Activities } from '../src/domain/activities';
import { type ActivityDeps } from './deps';
import { holdJob } from './held-job';

/** Adds `tags` and `summary` to every chunk, part by part; a part that was rewritten is not described again. */
export function createDescribeChunks(deps: ActivityDeps): Pick<Activities, 'describeChunks'> {
  return {
    async describeChunks({ jobId }) {
      await holdJob(deps, jobId, 'describing');
    },
  };
}
