import {
  Client,
  type ClientOptions,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { createSilenceWatch, type SilenceWatch } from '../silence-watch';
import { GRPC_STATUS } from './grpc-status';

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
/** Asked to learn whether the server answers at all. */
const askedMethod = 'GetSystemInfo';
const briefCalls = new Set([askedMethod, 'RequestCancelWorkflowExecution', 'SignalWorkflowExecution']);

/** Codes of calls that got no answer. */
const absenceCodes = new Set<number>([
  GRPC_STATUS.cancelled,
  GRPC_STATUS.deadlineExceeded,
  GRPC_STATUS.unavailable,
]);

/** Address and credentials of Temporal, and the namespace that the client works in. */
export interface TemporalClientOptions extends Pick<ConnectionOptions, 'tls' | 'apiKey'> {
  address: string;
  namespace: string;
  /** Calls to a server that has answered none for so long fail. Default: only the deadline ends them. */
  silentAfterMs?: number | undefined;
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
export function createTemporalClient(options: TemporalClientOptions): Client {
  const { namespace, interceptors, silentAfterMs, ...server } = options;
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: attemptsMax }));
  const ask = () => connection.workflowService.getSystemInfo({}).catch(throwAbsence);
  const tries =
    silentAfterMs === undefined ? retry : endWhenSilent(retry, createSilenceWatch({ silentAfterMs, ask }));
  const connection = Connection.lazy({
    ...server,
    metadata: { 'temporal-namespace': namespace },
    interceptors: [boundTime(endWhenClosed(tries, () => isClosed))],
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': reconnectMsMax / 4,
      'grpc.max_reconnect_backoff_ms': reconnectMsMax,
    },
  });
  // Each call would set the header again by this.
  connection.withMetadata = (_, call) => call();
  let isClosed = false;
  const close = connection.close.bind(connection);
  connection.close = () => {
    isClosed = true;
    return close();
  };
  return new Client({ connection, namespace, interceptors: interceptors ?? {} });
}

/** Gives each call a deadline before anything tries it again. */
function boundTime(inner: Interceptor): Interceptor {
  return (options, nextCall) => {
    const timeoutMs = briefCalls.has(methodOf(options)) ? briefCallTimeoutMs : callTimeoutMs;
    return inner({ ...options, deadline: Date.now() + timeoutMs }, nextCall);
  };
}

/**
 * Ends a try that begins after the client was closed, in the pause of the retry interceptor. The channel would
 * throw there, in a timer, where no code catches it.
 */
function endWhenClosed(inner: Interceptor, isClosed: () => boolean): Interceptor {
  return (options, nextCall) => inner(options, (tried) => (isClosed() ? endedCall() : nextCall(tried)));
}

type Call = ReturnType<Parameters<Interceptor>[1]>;

/** A call that ends as cancelled, which is not tried again, without being sent. */
function endedCall(): Call {
  const ignore = () => undefined;
  const ended: Pick<Call, 'start' | 'sendMessage' | 'halfClose' | 'cancelWithStatus'> = {
    start(metadata, listener) {
      const code = GRPC_STATUS.cancelled as number;
      listener?.onReceiveStatus?.({ code, details: 'The client is closed.', metadata });
    },
    sendMessage: ignore,
    halfClose: ignore,
    cancelWithStatus: ignore,
  };
  return ended as Call;
}

/** Ends each try of a call as cancelled, which is not tried again, once the server answers none. */
function endWhenSilent(inner: Interceptor, watch: SilenceWatch): Interceptor {
  return (options, nextCall) => {
    if (methodOf(options) === askedMethod) return inner(options, nextCall);
    return inner(options, (tried) => {
      const call = nextCall(tried);
      const start = call.start.bind(call);
      call.start = (metadata, listener) => {
        const end: (code: number, details: string) => void = call.cancelWithStatus.bind(call);
        const release = watch(() => {
          end(GRPC_STATUS.cancelled, 'Temporal answers nobody.');
        });
        start(metadata, {
          onReceiveMetadata: (received) => listener?.onReceiveMetadata?.(received),
          onReceiveMessage: (message: unknown) => listener?.onReceiveMessage?.(message),
          onReceiveStatus(status) {
            release();
            listener?.onReceiveStatus?.(status);
          },
        });
      };
      return call;
    });
  };
}

function methodOf({ method_definition: { path } }: Parameters<Interceptor>[0]): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A refusal is an answer. */
function throwAbsence(error: unknown): void {
  if (!isGrpcServiceError(error) || absenceCodes.has(error.code)) throw error;
}
