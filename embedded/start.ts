import { EmbeddedFailure } from './failure';
import { aborted, runUntilSignal } from './run-until-signal';
import { setting } from './setting';
import { type Stack, startStack } from './stack';

const defaultPort = 8080;

/** Keeps the stack up in the foreground until Ctrl-C; answers the exit code. */
export function start(): Promise<number> {
  return runUntilSignal(async (controller) => {
    const stack = await startStack({
      dataFolder: setting('DATA_DIR') ?? '.data',
      port: readPort(setting('PORT')),
      report: console.log,
      controller,
    });
    try {
      printAddresses(stack);
      const failure = await Promise.race([stack.failed, aborted(controller.signal)]);
      if (failure !== undefined) throw new EmbeddedFailure(failure);
      console.log('\nStopping');
      return 0;
    } finally {
      await stack.stop();
    }
  }, 0);
}

function printAddresses(stack: Stack): void {
  const lines = [
    ['API', stack.apiUrl],
    ['API docs', `${stack.apiUrl}/docs`],
    ['Temporal UI', stack.temporalUiUrl ?? `of the server at ${stack.temporalAddress}`],
    ['MongoDB', stack.mongodbUrl],
    ['Elasticsearch', stack.elasticsearchUrl],
    ['Development key', stack.devApiKey],
  ];
  console.log('');
  for (const [name, value] of lines) console.log(`${name!.padEnd(16)} ${value!}`);
  console.log('\nReady. Ctrl-C stops everything.');
}

function readPort(text = String(defaultPort)): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EmbeddedFailure(`PORT is "${text}", but has to be a whole number from 0 to 65535.`);
  }
  return port;
}
