import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findOnPath, isExecutable } from './find-on-path';
import { askVersion } from './version';

const installedUnder = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines'];

/** A Java of this machine. */
export interface Java {
  /** Absolute path of its `java`. */
  java: string;
  /** Absolute path of its compiler; undefined when it can only run programs. */
  javac: string | undefined;
}

/**
 * The first Java of at least the major version `least`: in `JAVA_HOME`, on the PATH, or where systems install
 * them; undefined when there is none.
 */
export async function findJava(
  least: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Java | undefined> {
  for (const java of new Set(candidates(env))) {
    const version = await askVersion(java, ['-version'], /version "(\d+)/);
    if (version !== undefined && version[0]! >= least) return describeJava(java);
  }
  return undefined;
}

/** The Java whose program is `java`, with the compiler that lies beside it. */
export function describeJava(java: string): Java {
  const javac = path.join(path.dirname(java), 'javac');
  return { java, javac: isExecutable(javac) ? javac : undefined };
}

function candidates(env: NodeJS.ProcessEnv): string[] {
  const onPath = findOnPath('java', env);
  const homes = installedUnder.filter((folder) => existsSync(folder)).flatMap(homesIn);
  return [
    ...(env.JAVA_HOME ? [path.join(env.JAVA_HOME, 'bin', 'java')] : []),
    ...(onPath === undefined ? [] : [onPath]),
    ...homes.map((home) => path.join(home, 'bin', 'java')),
  ]
    .filter(isExecutable)
    .map((java) => realpathSync(java));
}

function homesIn(folder: string): string[] {
  const names = readdirSync(folder).sort();
  return names.flatMap((name) => [path.join(folder, name), path.join(folder, name, 'Contents', 'Home')]);
}
