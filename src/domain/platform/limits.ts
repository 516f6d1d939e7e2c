const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** Largest file that an upload or a parse link may have. */
export const fileBytesMax = 100 * MIB;
/** Time limit for reading one file into chunks: a scan of some thousand pages. */
export const fileReadMsMax = 2 * HOUR_MS;
/** Size of the text of `index/text`, in UTF-8; its JSON may be longer by escapes. */
export const textBytesMax = 10 * MIB;
/** Indexing requests of one organization a minute. */
export const indexingPerMinuteMax = 60;
/** Size of JSON bodies, unless a route declares another. */
export const jsonBodyBytesMax = MIB;
/** Bounds of `Idempotency-Key` (printable ASCII), and how long a key is answered with its first response. */
export const idempotencyKeyCharsMax = 255;
export const idempotencyTtlMs = 24 * HOUR_MS;

/** Retention of uploads once their bytes have arrived, and lifetime of an upload URL. */
export const uploadTtlMs = 24 * HOUR_MS;
export const uploadUrlTtlMs = 15 * 60_000;
export const filenameCharsMax = 255;
export const filePathCharsMax = 1_024;

/** Most running parse jobs of one organization. */
export const parseJobsPerOrganizationMax = 20;
/** Retention of a result and its assets, from completion, and lifetime of a signed `result_url`. */
export const parseResultTtlMs = 24 * HOUR_MS;
export const resultUrlTtlMs = HOUR_MS;
/** Largest result that the job resource contains inline. */
export const inlineResultBytesMax = MIB;
/** Bounds of a page of `GET /v3/parse/jobs/{job_id}/chunks`. */
export const parseChunksPageMax = 500;
export const parseChunksPageDefault = 100;
/** Tables of a page of the tables of a parse job. */
export const parseTablesPageMax = 500;
export const parseTablesPageDefault = 100;
/** Rows of a page of a parsed table, and the bytes after which a page ends with fewer. */
export const tableRowsPageMax = 1_000;
export const tableRowsPageDefault = 100;
export const tablePageBytesMax = 8 * 1024 * 1024;
/** Pages of a page of a parsed document, and the bytes after which it ends with fewer. */
export const parsePagesPageMax = 200;
export const parsePagesPageDefault = 20;
export const parsePagesBytesMax = 8 * 1024 * 1024;
/** Time that the acceptance of a job waits for facts about a link. The job finds out the rest. */
export const linkPatienceMs = 4_000;
/** Time limits for a link: headers, redirects included, and the whole file. */
export const linkHeadersTimeoutMs = 30_000;
export const linkTimeoutMs = 5 * 60_000;

/**
 * Most characters of `text` in one chunk: a data chunk closes before the row that would exceed it. They are
 * about 1,000 tokens of table text, which fits every supported embedding model with room for a question. A
 * single longer row is a chunk of its own.
 */
export const chunkCharsMax = 4_000;

/** Longest wait for the end of a job (`?wait=`). */
export const jobWaitMsMax = 30_000;
