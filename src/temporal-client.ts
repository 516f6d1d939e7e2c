import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

/** Calls to a server that is out of reach, within about half a second: an outage is a quick 503. */
const attemptsMax = 3;
/** Longest pause between two tries to connect: this long after the end of an outage jobs are accepted again. */
const reconnectMsMax = 1_000;

/** A client that connects at its first call and gives up soon on a server that is out of reach. The caller closes `connection`. */
export function createTemporalClient(config: { address: string; namespace: string }): Client {
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: attemptsMax }));
  const connection = Connection.lazy({
    address: config.address,
    interceptors: [retry],
    channelArgs: {
      'grpc.initial_reconnect_backoff_ms': reconnectMsMax / 4,
      'grpc.max_reconnect_backoff_ms': reconnectMsMax,
    },
  });
  return new Client({ connection, namespace: config.namespace });
}
