import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileNames } from './hostile-urls';
import { type HostileNetworkReport } from './programs/hostile-network';

const program = join(__dirname, 'programs', 'hostile-network.ts');
const namespace = ['--map-root-user', '--net', '--mount'];
/** Every address is this machine, and so is the name server. */
const setUp = [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'mount --bind "$0" /etc/resolv.conf',
].join(' && ');

const folder = mkdtempSync(join(tmpdir(), 'sheaf-network-'));
const resolvFile = join(folder, 'resolv.conf');
writeFileSync(resolvFile, 'nameserver 127.0.0.1\n');
const inNamespace = (command: string, ...args: string[]) =>
  spawnSync('unshare', [...namespace, 'sh', '-c', `${setUp} && ${command}`, resolvFile, ...args], {
    encoding: 'utf8',
  });
const isPossible = inNamespace('true').status === 0;
const named = isPossible ? '' : ' (this machine allows no network namespaces: unshare, ip)';

(isPossible ? describe : describe.skip)(`where every address is within reach${named}`, () => {
  let report: HostileNetworkReport;
  beforeAll(() => {
    const { status, stdout, stderr } = inNamespace(
      'exec "$@"',
      process.execPath,
      '--require',
      'tsx/cjs',
      program,
    );
    if (status !== 0) throw new Error(stderr);
    report = JSON.parse(stdout) as HostileNetworkReport;
  });

  it('a public one is reached, so that the others could be', () => {
    expect(report.control).toEqual(['93.184.215.14']);
  });

  it.each(['checked', 'posted'] as const)('each hostile one is refused when it is %s', (when) => {
    const outcomes = Object.entries(report[when]);
    expect(outcomes.length).toBeGreaterThanOrEqual(100);
    const refusals = ['blocked_address', 'invalid_url', 'dns'];
    expect(outcomes.filter(([, how]) => how === null || !refusals.includes(how))).toEqual([]);
  });

  it.each(Object.keys(hostileNames))(
    'the name server is asked for %s, and what it says is refused',
    (host) => {
      const answers = Object.entries(report.posted).filter(([url]) => url.startsWith(`https://${host}:`));
      expect(answers.map(([, how]) => how)).toEqual(['blocked_address']);
    },
  );

  it('none of them is connected to', () => {
    expect(report.arrived).toEqual([]);
  });

  it('a name that changes from question to question is reached at its public address or not at all', () => {
    const { outcomes, arrived } = report.flipping;
    const blocked = outcomes.filter((how) => how === 'blocked_address').length;
    expect(blocked).toBeGreaterThan(0);
    expect(arrived).toEqual(Array.from({ length: outcomes.length - blocked }, () => '93.184.215.14'));
    expect(arrived.length).toBeGreaterThan(0);
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});
