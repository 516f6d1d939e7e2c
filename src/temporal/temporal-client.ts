import {
  Client,
  type ClientOptions,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

/** Calls to a server that is out of reach, within about half a second: an outage is a quick 503. */
const attemptsMax = 3;
/**
 * Longest pause between two tries to connect: this long after the end of an outage jobs are accepted again.
 */
const reconnectMsMax = 1_000;
/**
 * A caller waits for Temporal no longer than this, tries again included; in a burst a start may take some of
 * it.
 */
const callTimeoutMs = 10_000;
/**
 * Time for calls that are only worth a moment's wait: whether Temporal is there, and news that the row holds
 * already.
 */
const briefCallTimeoutMs = 2_500;
const briefCalls = new Set(['GetSystemInfo', 'RequestCancelWorkflowExecution', 'SignalWorkflowExecution']);

/** Address and credentials of Temporal, and the namespace that the client works in. */
export interface TemporalClientOptions extends Pick<ConnectionOptions, 'tls' | 'apiKey'> {
  address: string;
  namespace: string;
  /** Default: none. */
  interceptors?: ClientOptions['interceptors'] | undefined;
}

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/**
 * A client that connects at its first call and gives up soon on a server that is out of reach. The caller
 * closes `connection`.
 *
 * Nothing of it uses `AsyncLocalStorage`, as the client by itself does for deadlines and for the header that
 * names the namespace: its first use makes Node 20 watch every promise of the process from then on, which
 * costs the API a tenth of its work. `withDeadline`, `withAbortSignal` and `withMetadata` are therefore not
 * for use.
 */
export function createTemporalClient({ namespace, interceptors, ...server }: TemporalClientOptions): Client {
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: attemptsMax }));
  const connection = Connection.lazy({
    ...server,
    metadata: { 'temporal-namespace': namespace },
    interceptors: [boundTime(retry)],
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': reconnectMsMax / 4,
      'grpc.max_reconnect_backoff_ms': reconnectMsMax,
    },
  });
  // Each call would set the header again by this.
  connection.withMetadata = (_, call) => call();
  return new Client({ connection, namespace, interceptors: interceptors ?? {} });
}

/** Gives each call a deadline before anything tries it again. */
function boundTime(inner: Interceptor): Interceptor {
  return (options, nextCall) => {
    const { path } = options.method_definition;
    const timeoutMs = briefCalls.has(path.slice(path.lastIndexOf('/') + 1))
      ? briefCallTimeoutMs
      : callTimeoutMs;
    return inner({ ...options, deadline: Date.now() + timeoutMs }, nextCall);
  };
}
