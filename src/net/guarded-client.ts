import { type Readable } from 'node:stream';

/**
 * Why a request to a user's address failed:
 * - `invalid_url`: not an absolute URL of an allowed scheme and port, or with user-info
 * - `blocked_address`: the name resolves, redirects or connects to an address that is not public
 * - `dns`, `connect`, `tls`, `timeout`: failures of the network or the server
 * - `broken_answer`: for posted messages; the connection ended before a complete answer, or the answer is not
 *   HTTP
 * - `content_encoding`: the body has an unsupported encoding, or one that differs from its header
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
 * Failure of a request to a user's address. `message` is a sentence for the user, without addresses and query
 * strings (links contain credentials).
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

/** Facts about the file of a link, from the headers of the answer. */
export interface LinkFacts {
  /** Size as the server states it; null without one, or for a compressed body. */
  byteSize: number | null;
  contentType: string | null;
  /** From `Content-Disposition`, otherwise the last path segment; null when neither has one. */
  filename: string | null;
}

/** The answer to a request with any status. */
export interface PostAnswer {
  status: number;
  /** `Retry-After` as it was sent; null when it is absent or repeated. */
  retryAfter: string | null;
  /** First bytes of the body, unchanged. */
  head: Buffer;
  /** `timeout` or `broken_answer` for an incomplete body; null for a complete answer. */
  fault: OutboundError | null;
}

/** Options of a request whose answer is read whatever its status. */
export interface AnswerOptions {
  headers: Record<string, string>;
  timeoutMs: number;
  /** Bytes of the answer after which the connection is closed, without an error. */
  responseBytesMax: number;
  /** Size of the returned beginning of the body. */
  headBytes: number;
  signal?: AbortSignal;
}

/** Client for addresses that users choose. No other code of this project opens them. */
export interface GuardedClient {
  /** Checks scheme, port, user-info and every resolved address without connecting. @throws OutboundError */
  verify(
    url: string,
    options: { schemes: readonly ('https' | 'http')[]; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Streams the file of a link. Follows at most 5 redirects and verifies every hop. The stream fails with
   * `OutboundError` beyond `byteMax`, after `totalTimeoutMs`, or on a body shorter than announced. The
   * request asks for an uncompressed body; a compressed one (gzip, deflate, Brotli, up to three layers) is
   * decompressed, with the limit `byteMax` for every layer. Other encodings are refused at once as
   * `content_encoding`, and so is a damaged body while it is read.
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
   * Posts a message by https and reads the beginning of the answer, whatever its status. Follows no redirect,
   * decompresses nothing, and skips informational answers. One deadline covers DNS, connection, headers and
   * body.
   *
   * @throws OutboundError until the headers have arrived
   */
  post(url: string, options: AnswerOptions & { body: string }): Promise<PostAnswer>;
  /** Sends a GET with the given headers and reads the answer as `post` does. @throws OutboundError */
  get(url: string, options: AnswerOptions): Promise<PostAnswer>;
  close(): Promise<void>;
}
