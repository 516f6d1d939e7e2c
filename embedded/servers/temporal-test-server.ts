import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { missingServer } from '../failure';
import { findOnPath } from '../tools/find-on-path';
import { findJava } from '../tools/java';
import { fetchJars } from '../tools/maven';
import { fingerprint, pinFile } from '../tools/pins';

const pins = 'temporal-test-server.sha256';
const javaVersion = 17;
const javaOptions = '-XX:+UseSerialGC -XX:TieredStopAtLevel=1';

/**
 * Writes the executable `script` that starts Temporal's time-skipping test server 1.38.0 on the port in its
 * first argument, the way the Temporal SDK's testing package starts one, and answers its path.
 */
export async function obtainTemporalTestServer(script: string, context: ObtainContext): Promise<string> {
  const java = await findJava(javaVersion);
  if (java === undefined) throw missing(`no Java ${javaVersion} or newer is to be found`);
  const folder = await obtain(context, {
    name: `temporal-test-server-1.38.0-${fingerprint([pinFile(pins)])}`,
    title: 'Temporal test server 1.38.0 (mvn)',
    build: async (draft, tools) => {
      if (findOnPath('mvn') === undefined) throw missing('mvn is not on the PATH');
      await fetchJars(pins, draft, tools);
    },
  });
  const command = `'${java.java}' ${javaOptions} -cp '${folder}/*' io.temporal.testserver.TestServer "$@"`;
  await mkdir(path.dirname(script), { recursive: true });
  await writeFile(script, `#!/bin/sh\nexec ${command}\n`);
  await chmod(script, 0o755);
  return script;
}

function missing(reason: string): Error {
  return missingServer({
    server: "Temporal's test server",
    reason,
    setting: 'TEST_TEMPORAL_TEST_SERVER',
    prerequisite: `a JDK ${javaVersion} or newer with Maven`,
  });
}
