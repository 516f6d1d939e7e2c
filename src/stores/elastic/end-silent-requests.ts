import { type Client, errors } from '@elastic/elasticsearch';
import { withJoinedSignal } from '../../joined-signal';
import { createSilenceWatch } from '../../silence-watch';

/**
 * Makes requests of a client fail like those to an unavailable server, once the server has answered none for
 * some time. A slow request continues while the server answers others.
 *
 * @param silentAfterMs see `createSilenceWatch`
 */
export function endSilentRequests({ transport }: Pick<Client, 'transport'>, silentAfterMs: number): void {
  const request = transport.request.bind(transport);
  const watch = createSilenceWatch({
    silentAfterMs,
    ask: () => request({ method: 'HEAD', path: '/' }, { requestTimeout: silentAfterMs }).catch(throwAbsence),
  });

  const bounded = (...[params, options]: Parameters<typeof request>) =>
    withJoinedSignal({ signals: [options?.signal] }, async (ending) => {
      const verdict = { isSilent: false };
      const release = watch(() => {
        verdict.isSilent = true;
        ending.abort();
      });
      try {
        return await request(params, { ...options, signal: ending.signal });
      } catch (error) {
        throw verdict.isSilent ? new errors.ConnectionError('Elasticsearch does not answer.') : error;
      } finally {
        release();
      }
    });
  // The type of the result follows from the options, which are passed on unchanged.
  transport.request = bounded as typeof request;
}

/** Throws for a request without an answer; a refusal is an answer. */
function throwAbsence(error: unknown): void {
  if (!(error instanceof errors.ResponseError)) throw error;
}
