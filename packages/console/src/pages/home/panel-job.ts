/** A job of any kind, as panels show it. */
export interface PanelJob {
  id: string;
  name: string;
  /** Address of its page. */
  to: string;
  state: string;
  /** Additional text: a stage, or why the job failed. */
  note: string | null;
  /** Null for jobs without a count. */
  progress: { done: number; total: number | null } | null;
  /** ISO 8601 time of acceptance. */
  at: string;
}

/** Some jobs, newest first. */
export interface PanelJobs {
  jobs: readonly PanelJob[];
  /** Whether there are more than these. */
  hasMore: boolean;
}

/** Most jobs in a panel. */
export const panelJobsMax = 6;

/** Beginning of the day in the time zone of the browser. */
export function startOfToday(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}

/** The newest jobs of several lists, as many as fit into a panel. */
export function newestOf(jobs: readonly PanelJob[], hasMore = false): PanelJobs {
  const sorted = jobs.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { jobs: sorted.slice(0, panelJobsMax), hasMore: hasMore || sorted.length > panelJobsMax };
}
