/** A job as a panel shows it, whatever its kind. */
export interface PanelJob {
  id: string;
  name: string;
  state: string;
  /** What there is to say beside: a stage, or why it failed. */
  note: string | null;
  /** Null where it is not counted. */
  progress: { done: number; total: number | null } | null;
  /** ISO 8601, when it was accepted. */
  at: string;
}

/** Some jobs, the newest first. */
export interface PanelJobs {
  jobs: readonly PanelJob[];
  /** Whether there are more than these. */
  hasMore: boolean;
}

/** Jobs that a panel has place for. */
export const panelJobsMax = 5;

/** Begin of the day in the time zone of the browser. */
export function startOfToday(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}

/** The newest jobs of several lists, as many as a panel has place for. */
export function newestOf(jobs: readonly PanelJob[], hasMore = false): PanelJobs {
  const sorted = jobs.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { jobs: sorted.slice(0, panelJobsMax), hasMore: hasMore || sorted.length > panelJobsMax };
}
