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

/** Attempts of a call to an unreachable server, within about 0.5 s, so that an outage soon becomes a 503. */
const attemptsMax = 3;
/**
 * Longest pause between two attempts to connect: after an outage, jobs are accepted again within this time.
 */
const reconnectMsMax = 1_000;
/** Deadline of a call, retries included; in a burst a start may need part of it. */
const callTimeoutMs = 10_000;
/**
 * Deadline of calls that are worth only a short wait: health checks, and signals about changes that the row
 * holds already.
 */
const briefCallTimeoutMs = 2_500;
/** Method of the probe whether the server answers at all. */
const askedMethod = 'GetSystemInfo';
const briefCalls = new Set([askedMethod, 'RequestCancelWorkflowExecution', 'SignalWorkflowExecution']);

/** Codes of calls without an answer. */
const absenceCodes = new Set<number>([
  GRPC_STATUS.cancelled,
  GRPC_STATUS.deadlineExceeded,
  GRPC_STATUS.unavailable,
]);

/** Address and credentials of Temporal, and the namespace that the client works in. */
export interface TemporalClientOptions extends Pick<ConnectionOptions, 'tls' | 'apiKey'> {
  address: string;
  namespace: string;
  /**
   * Milliseconds without any answer of the server after which calls fail. Default: only the deadline ends
   * them.
   */
  silentAfterMs?: number | undefined;
  /** Default: none. */
  interceptors?: ClientOptions['interceptors'] | undefined;
}

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/**
 * Creates a client that connects at its first call and soon gives up on an unreachable server. The caller
 * closes `connection`.
 *
 * The client avoids `AsyncLocalStorage`, which the SDK would use for deadlines and for the header of the
 * namespace: from its first use Node 20 tracks every promise of the process, which costs the API a tenth of
 * its work. Therefore do not use `withDeadline`, `withAbortSignal` and `withMetadata`.
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
  // The SDK would set the header again with each call by this function.
  connection.withMetadata = (_, call) => call();
  let isClosed = false;
  const close = connection.close.bind(connection);
  connection.close = () => {
    isClosed = true;
    return close();
  };
  return new Client({ connection, namespace, interceptors: interceptors ?? {} });
}

/** Sets the deadline of each call, before the retry interceptor. */
function boundTime(inner: Interceptor): Interceptor {
  return (options, nextCall) => {
    const timeoutMs = briefCalls.has(methodOf(options)) ? briefCallTimeoutMs : callTimeoutMs;
    return inner({ ...options, deadline: Date.now() + timeoutMs }, nextCall);
  };
}

/**
 * Ends an attempt that begins after the client was closed, in a pause of the retry interceptor. The channel
 * would throw in a timer, where no code can catch it.
 */
function endWhenClosed(inner: Interceptor, isClosed: () => boolean): Interceptor {
  return (options, nextCall) => inner(options, (tried) => (isClosed() ? endedCall() : nextCall(tried)));
}

type Call = ReturnType<Parameters<Interceptor>[1]>;

/** A call that ends as cancelled without being sent, and is not retried. */
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

/** Ends each attempt of a call as cancelled, which is not retried, once the server is silent. */
function endWhenSilent(inner: Interceptor, watch: SilenceWatch): Interceptor {
  return (options, nextCall) => {
    if (methodOf(options) === askedMethod) return inner(options, nextCall);
    return inner(options, (tried) => {
      const call = nextCall(tried);
      const start = call.start.bind(call);
      call.start = (metadata, listener) => {
        const end: (code: number, details: string) => void = call.cancelWithStatus.bind(call);
        const release = watch(() => {
          end(GRPC_STATUS.cancelled, 'Temporal does not answer.');
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

/** Throws for calls without an answer; a refusal is an answer. */
function throwAbsence(error: unknown): void {
  if (!isGrpcServiceError(error) || absenceCodes.has(error.code)) throw error;
}
