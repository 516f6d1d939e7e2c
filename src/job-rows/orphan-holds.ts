import { type Holder } from '../stores/platform/capacity';
import { type Hold } from '../stores/platform/credits';
import { type JobBilling, type JobRow } from './job-kind';

export interface OrphansDeps {
  billing: Pick<JobBilling<JobRow>, 'holdKind' | 'hasPlace'>;
  jobs: { withOpenHolds(jobIds: readonly string[]): Promise<Set<string>> };
}

/** Holds of credits of all kinds, and places of the one kind, as they were read. */
export interface TakenHolds {
  holds: readonly Hold[];
  places: readonly Holder[];
  /** Only what was taken before is an orphan: a younger acceptance may still be about to write its row. */
  before: Date;
}

/** Finds holds and places that a crash left without a job of their kind that could close them. */
export async function findOrphans(
  { billing: { holdKind, hasPlace }, jobs }: OrphansDeps,
  { holds, places, before }: TakenHolds,
): Promise<{ holds: Hold[]; places: Holder[] }> {
  const isOld = ({ at }: { at: Date }) => at < before;
  const ofKind = holds.filter((hold) => hold.kind === holdKind && isOld(hold));
  const placed = hasPlace ? places.filter(isOld) : [];
  const open = await jobs.withOpenHolds([...ofKind, ...placed].map(({ id }) => id));
  const isOrphan = ({ id }: { id: string }) => !open.has(id);
  return { holds: ofKind.filter(isOrphan), places: placed.filter(isOrphan) };
}
