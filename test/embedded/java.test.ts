import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findJava } from '../../embedded/tools/java';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();

/** A folder that looks like an installed Java of the given version. */
function installJava(name: string, version: string, programs: readonly string[] = ['java']): string {
  const home = path.join(folder(), name);
  mkdirSync(path.join(home, 'bin'), { recursive: true });
  for (const program of programs) {
    const file = path.join(home, 'bin', program);
    writeFileSync(file, `#!/bin/sh\necho 'openjdk version "${version}"' >&2\n`);
    chmodSync(file, 0o755);
  }
  return home;
}

test('JAVA_HOME comes first when it is new enough', async () => {
  const env = {
    JAVA_HOME: installJava('own', '99.0.1', ['java', 'javac']),
    PATH: path.join(installJava('other', '99'), 'bin'),
  };
  const bin = path.join(env.JAVA_HOME, 'bin');
  expect(await findJava(99, env)).toEqual({ java: path.join(bin, 'java'), javac: path.join(bin, 'javac') });
});

test('a Java that is too old is passed over for the one on the PATH, which may lack a compiler', async () => {
  const env = { JAVA_HOME: installJava('old', '17.0.2'), PATH: path.join(installJava('new', '99'), 'bin') };
  expect(await findJava(99, env)).toEqual({
    java: path.join(folder(), 'new', 'bin', 'java'),
    javac: undefined,
  });
});

test('no Java is new enough', async () => {
  expect(await findJava(99, { JAVA_HOME: installJava('old', '1.8.0_402'), PATH: '' })).toBeUndefined();
});
