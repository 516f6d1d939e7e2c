import { type Client, errors } from '@elastic/elasticsearch';
import { withJoinedSignal } from '../../joined-signal';
import { createSilenceWatch } from '../../silence-watch';

/**
 * Has requests of a client fail as those to a server that is away, once the server has answered none for
 * some time. A request that takes long while the server answers others continues.
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
        throw verdict.isSilent ? new errors.ConnectionError('Elasticsearch answers nobody.') : error;
      } finally {
        release();
      }
    });
  // What it gives follows from the options, which stay as they are.
  transport.request = bounded as typeof request;
}

/** A refusal is an answer. */
function throwAbsence(error: unknown): void {
  if (!(error instanceof errors.ResponseError)) throw error;
}
