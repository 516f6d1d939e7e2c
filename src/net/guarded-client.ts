import { type Readable } from 'node:stream';

/**
 * Why a request to a user's address failed:
 * - `invalid_url`: not an absolute URL of an allowed scheme and port, or with user-info
 * - `blocked_address`: the name resolves, redirects or connects to an address that is not public
 * - `dns`, `connect`, `tls`, `timeout`: the network's or the server's
 * - `too_many_redirects`, `http_status`, `too_large`
 */
export type OutboundErrorCode =
  | 'invalid_url'
  | 'blocked_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
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

/** The beginning of a linked file. */
export interface LinkProbe {
  /** Up to the asked number of first bytes. */
  head: Buffer;
  /** As the server says; null when it does not. */
  byteSize: number | null;
  contentType: string | null;
  /** From `Content-Disposition`, else the last path segment; null when neither gives one. */
  filename: string | null;
}

/** The answer to a posted message. */
export interface PostAnswer {
  status: number;
  /** `Retry-After` as it was sent, null without one or with several. */
  retryAfter: string | null;
  /** First bytes of the body, as they came. */
  head: Buffer;
}

/** The only way in which this project opens an address that a user chose. */
export interface GuardedClient {
  /** Checks scheme, port, user-info and every resolved address without connecting. @throws OutboundError */
  verify(
    url: string,
    options: { schemes: readonly ('https' | 'http')[]; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * Reads the first bytes of a link and hangs up. Redirects (at most 5) are verified hop by hop. @throws
   * OutboundError
   */
  probe(
    url: string,
    options: {
      schemes: readonly ('https' | 'http')[];
      headBytes: number;
      timeoutMs: number;
      signal?: AbortSignal;
    },
  ): Promise<LinkProbe>;
  /**
   * Streams a link. The stream errors with `OutboundError` past `byteMax`, after `totalTimeoutMs`, or on a
   * body shorter than announced; no automatic decompression beyond what was asked for (`accept-encoding:
   * identity`).
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
  ): Promise<{ body: Readable } & Omit<LinkProbe, 'head'>>;
  /**
   * Posts a message by https and reads the beginning of the answer, whatever its status. Follows no redirect
   * and decompresses nothing. One deadline is over everything: name, connection, headers, body.
   *
   * @throws OutboundError with `extra.status` once headers had arrived
   */
  post(
    url: string,
    options: {
      headers: Record<string, string>;
      body: string;
      timeoutMs: number;
      /** The answer is read up to here; then the connection is closed, and that is no error. */
      responseBytesMax: number;
      /** Of those, so many are handed back. */
      headBytes: number;
      signal?: AbortSignal;
    },
  ): Promise<PostAnswer>;
  close(): Promise<void>;
}
