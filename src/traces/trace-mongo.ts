import { context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { type MongoCommands } from './traces';

/** Most commands that wait for an answer: more than a client has connections. */
const openMax = 1_000;

/**
 * Records a span for each command of a client. The driver emits its events in the async context of the work
 * that sent the command. Commands outside of a request, such as those of watchers, have no span. A span
 * contains only the names of command and collection.
 */
export function traceMongo(client: MongoCommands, tracer: Tracer): void {
  const open = new Map<number, Span>();
  client.monitorCommands = true;
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    if (trace.getSpan(context.active()) === undefined || open.size >= openMax) return;
    const target = commandName === 'getMore' ? command.collection : command[commandName];
    const collection = typeof target === 'string' ? target : undefined;
    const attributes = {
      'db.system': 'mongodb',
      'db.namespace': databaseName,
      'db.operation.name': commandName,
      ...(collection === undefined ? {} : { 'db.collection.name': collection }),
    };
    const name = collection === undefined ? commandName : `${commandName} ${collection}`;
    open.set(requestId, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }));
  });
  client.on('commandSucceeded', ({ requestId }) => {
    open.get(requestId)?.end();
    open.delete(requestId);
  });
  client.on('commandFailed', ({ requestId, failure }) => {
    const span = open.get(requestId);
    span
      ?.setStatus({ code: SpanStatusCode.ERROR })
      .setAttribute('error.type', String(failure?.code ?? 'none'));
    span?.end();
    open.delete(requestId);
  });
}
