import { type components, type Sheaf } from 'sheaf-client';

/** A parse job to start, or one that can be started again. */
export interface ParseRequest {
  type: components['schemas']['ParseJob']['type'];
  /** A link, or the id of an upload. */
  input: string;
  options: Record<string, unknown>;
}

/** Entry of the tab's storage, which is cleared when its user signs out. */
const storageKey = 'sheaf-parse-requests';
/** Requests that the tab remembers, newest first. */
const rememberedMax = 50;

/**
 * Starts a parse job and returns its id. The tab remembers what was parsed, since the API does not tell the
 * input of a job.
 *
 * @throws SheafError for a refusal
 */
export async function startParse(sheaf: Sheaf, request: ParseRequest): Promise<string> {
  const { type, input, options } = request;
  const body = { ...options, input };
  const { job_id: jobId } =
    type === 'spreadsheet'
      ? await sheaf.post('/v3/parse/spreadsheets', { body })
      : await sheaf.post('/v3/parse/documents', { body });
  const remembered = [[jobId, request] as const, ...rememberedRequests()].slice(0, rememberedMax);
  sessionStorage.setItem(storageKey, JSON.stringify(remembered));
  return jobId;
}

/** The request of a job that was started in this tab; null for others. */
export const requestOfJob = (jobId: string): ParseRequest | null =>
  rememberedRequests().find(([known]) => known === jobId)?.[1] ?? null;

const rememberedRequests = () =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as (readonly [string, ParseRequest])[];
