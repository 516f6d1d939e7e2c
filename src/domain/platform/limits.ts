const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Largest file that an upload or a parse link may have. */
export const fileBytesMax = 100 * MIB;
/** Longest time for reading one file into chunks: a scan of some thousand pages. */
export const fileReadMsMax = 2 * HOUR_MS;
/** Text of `index/text`, in UTF-8; its JSON may be longer by what has to be escaped. */
export const textBytesMax = 10 * MIB;
/** Indexing requests of one organization a minute. */
export const indexingPerMinuteMax = 60;
/** JSON bodies, unless a route says otherwise. */
export const jsonBodyBytesMax = MIB;
/** `Idempotency-Key`: printable ASCII, and how long a key answers with its first response. */
export const idempotencyKeyCharsMax = 255;
export const idempotencyTtlMs = 24 * HOUR_MS;

/** Uploads stay this long once their bytes are there; an upload URL works this long. */
export const uploadTtlMs = 24 * HOUR_MS;
export const uploadUrlTtlMs = 15 * 60_000;
export const filenameCharsMax = 255;
export const filePathCharsMax = 1_024;

/** Parse jobs that may run at once for one organization. */
export const parseJobsPerOrganizationMax = 20;
/**
 * A result and its assets are kept this long after completion; one signed `result_url` works for an hour of
 * it.
 */
export const parseResultTtlMs = 24 * HOUR_MS;
export const resultUrlTtlMs = HOUR_MS;
/** Results up to this size come inline in the job resource. */
export const inlineResultBytesMax = MIB;
/** Page of `GET /v3/parse/jobs/{job_id}/chunks`. */
export const parseChunksPageMax = 500;
export const parseChunksPageDefault = 100;
/** Time in which the acceptance route learns about a link; what comes later the job finds out. */
export const linkPatienceMs = 4_000;
/** Time for the headers of a link, all redirects included, and for the whole file. */
export const linkHeadersTimeoutMs = 30_000;
export const linkTimeoutMs = 5 * 60_000;
/** Bytes of a file that decide its type. */
export const sniffBytes = 64 * 1024;

/**
 * Characters of `text` in one chunk: a data chunk closes before the row that would pass it. About 1,000
 * tokens of table text, which fits every embedding model in use and leaves room for a question. A single
 * longer row is a chunk of its own.
 */
export const chunkCharsMax = 4_000;

/** Longest wait for the end of a job (`?wait=`). */
export const jobWaitMsMax = 30_000;
