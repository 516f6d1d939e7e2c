import { once } from 'node:events';
import net from 'node:net';

const loopback = '127.0.0.1';

/** Whether a server could listen on `port` of the loopback address now. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = net.createServer();
  try {
    probe.listen(port, loopback);
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  } finally {
    probe.close();
  }
}

/** As many different ports of the loopback address as asked for, all free at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => net.createServer().listen(0, loopback));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as net.AddressInfo).port);
  await Promise.all(
    probes.map(async (probe) => {
      probe.close();
      await once(probe, 'close');
    }),
  );
  return ports;
}
