import { type Readable } from 'node:stream';

/**
 * Why a request to a user's address failed:
 * - `invalid_url`: not an absolute URL of an allowed scheme and port, or with user-info
 * - `blocked_address`: the name resolves, redirects or connects to an address that is not public
 * - `dns`, `connect`, `tls`, `timeout`: the network's or the server's
 * - `broken_answer`: of a posted message; the connection ended before a whole answer, or it was no HTTP
 * - `content_encoding`: the body is packed in a way that is not undone, or not in the way that the server says
 * - `too_many_redirects`, `http_status`, `too_large`
 */
export type OutboundErrorCode =
  | 'invalid_url'
  | 'blocked_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'broken_answer'
  | 'content_encoding'
  | 'too_many_redirects'
  | 'http_status'
  | 'too_large';

/**
 * `message` is a sentence for the user; it names neither addresses nor query strings (links hold
 * credentials).
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    readonly extra: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
  }
}

/** Facts that the answer to a link states about its file. */
export interface LinkFacts {
  /** As the server says; null when it does not, or packs the body. */
  byteSize: number | null;
  contentType: string | null;
  /** From `Content-Disposition`, else the last path segment; null when neither gives one. */
  filename: string | null;
}

/** The answer to a message, or to a request without one. */
export interface PostAnswer {
  status: number;
  /** `Retry-After` as it was sent, null without one or with several. */
  retryAfter: string | null;
  /** First bytes of the body, as they came. */
  head: Buffer;
  /** `timeout` or `broken_answer` where the body did not come to its end; null for a whole answer. */
  fault: OutboundError | null;
}

/** How a request is made whose answer is read whatever its status. */
export interface AnswerOptions {
  headers: Record<string, string>;
  timeoutMs: number;
  /** The answer is read up to here; then the connection is closed, and that is no error. */
  responseBytesMax: number;
  /** Bytes at the beginning that are handed back. */
  headBytes: number;
  signal?: AbortSignal;
}

/** The only way in which this project opens an address that a user chose. */
export interface GuardedClient {
  /** Checks scheme, port, user-info and every resolved address without connecting. @throws OutboundError */
  verify(
    url: string,
    options: { schemes: readonly ('https' | 'http')[]; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Streams a link. Redirects (at most 5) are verified hop by hop. The stream fails with `OutboundError` past
   * `byteMax`, after `totalTimeoutMs`, or on a body shorter than announced, whenever it is read. It asks for
   * the bytes as they are; a body that is packed nevertheless (gzip, deflate, Brotli, up to three layers) is
   * unpacked, and `byteMax` counts every layer. Other codings are refused at once as `content_encoding`, and
   * so is a damaged body when it is read.
   */
  download(
    url: string,
    options: {
      schemes: readonly ('https' | 'http')[];
      byteMax: number;
      headersTimeoutMs: number;
      totalTimeoutMs: number;
      signal?: AbortSignal;
    },
  ): Promise<{ body: Readable } & LinkFacts>;
  /**
   * Posts a message by https and reads the beginning of the answer, whatever its status. Follows no redirect
   * and decompresses nothing; informational answers are read over. One deadline is over everything: name,
   * connection, headers, body.
   *
   * @throws OutboundError until the headers have arrived
   */
  post(url: string, options: AnswerOptions & { body: string }): Promise<PostAnswer>;
  /** Asks for an address with headers of its own, and reads the answer in the same way. @throws OutboundError */
  get(url: string, options: AnswerOptions): Promise<PostAnswer>;
  close(): Promise<void>;
}
