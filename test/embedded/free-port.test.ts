import { readFileSync } from 'node:fs';
import { freePort, isPortFree } from '../../embedded/processes/free-port';

const rangeFile = '/proc/sys/net/ipv4/ip_local_port_range';

it('a chosen port is free, and none that an outgoing connection may be given', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(await Promise.all(ports.map(isPortFree))).not.toContain(false);
  const [lowestOfConnections] =
    process.platform === 'linux' ? readFileSync(rangeFile, 'utf8').split('\t') : [];
  for (const port of ports) expect(port).toBeLessThan(Number(lowestOfConnections ?? 49_152));
});
