import compress from 'koa-compress';
import { type ApiContext, type ApiNext } from './context';

/** Least size of a compressed body; shorter ones fit into one network packet. */
const bodyBytesMin = 1_024;

/**
 * Middleware that compresses JSON answers of at least a kilobyte with gzip, for clients that accept it. Files
 * and other streams keep their length, ranges and `ETag`. Answers of routes with `answersSecret` are never
 * compressed: the size of a compressed answer would tell how much of a caller's text equals the secret.
 */
export function compressJson() {
  const encode = compress({
    threshold: bodyBytesMin,
    filter: (contentType) => contentType === 'application/json',
    br: false,
    zstd: false,
    deflate: false,
  });
  return (ctx: ApiContext, next: ApiNext): Promise<void> =>
    encode(ctx, async () => {
      await next();
      const isWhole = typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body);
      const isSecret = ctx.state.route?.answersSecret === true;
      // The package fails on a header that refuses even the plain answer.
      const isAcceptable = ctx.acceptsEncodings('gzip', 'identity') !== false;
      if (!isWhole || isSecret || !isAcceptable) ctx.compress = false;
    }) as Promise<void>;
}
