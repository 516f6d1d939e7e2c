import { EmbeddedFailure } from './failure';
import { aborted, runUntilSignal } from './run-until-signal';
import { startTestServers } from './test-servers';
import { toVariables } from './test-server-variables';
import { publishTestServers, withdrawTestServers } from './test-servers-file';

/** Keeps the test servers up in the foreground until Ctrl-C; answers the exit code. */
export function keepTestServers(): Promise<number> {
  return runUntilSignal(async (controller) => {
    const servers = await startTestServers(console.log, controller);
    try {
      publishTestServers(servers.addresses);
      for (const [name, value] of Object.entries(toVariables(servers.addresses)))
        console.log(`${name}=${value}`);
      console.log('Tests find these servers until you press Ctrl-C.');
      const failure = await Promise.race([servers.failed, aborted(controller.signal)]);
      if (failure !== undefined) throw new EmbeddedFailure(failure);
      return 0;
    } finally {
      withdrawTestServers();
      await servers.stop();
    }
  }, 0);
}
