import { once } from 'node:events';
import { type Server } from 'node:net';
import { CommandError } from './command-errors';

/**
 * Starts a server of a program.
 *
 * @param variable variable of the port in the configuration
 * @throws CommandError with the variable when the port or the address cannot be used
 */
export async function listenAt(
  server: Server,
  { variable, port, host }: { variable: string; port: number; host: string },
): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : message;
    throw new CommandError(`${variable}: cannot listen on port ${port} of ${host}: ${reason}`, {
      cause: error,
    });
  }
}
