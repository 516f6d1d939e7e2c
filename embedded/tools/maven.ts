import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Of } from '../cache/checksums';
import { EmbeddedFailure } from '../failure';
import { type ToolContext, runTool } from '../processes/run-tool';
import { readPins } from './pins';

const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/**
 * Fetches every jar of a pin list (`sha256  path in a Maven repository`) with the machine's Maven into
 * `folder`.
 *
 * @throws EmbeddedFailure when a jar is missing or has another checksum than the pinned one.
 */
export async function fetchJars(pins: string, folder: string, tools: ToolContext): Promise<void> {
  const jars = readPins(pins).map(([sha256 = '', repositoryPath = '']) => ({ sha256, repositoryPath }));
  const pom = path.join(folder, 'pom.xml');
  await writeFile(pom, pomOf(jars.map((jar) => jar.repositoryPath)));
  await runTool(
    'mvn',
    ['--batch-mode', '--quiet', '--file', pom, copyGoal, `-DoutputDirectory=${folder}`],
    tools,
  );
  await rm(pom);
  for (const { sha256, repositoryPath } of jars) {
    const name = path.posix.basename(repositoryPath);
    if ((await sha256Of(path.join(folder, name))) !== sha256) {
      throw new EmbeddedFailure(`${name} has another checksum than the pinned one.`);
    }
  }
  const found = (await readdir(folder)).filter((name) => name.endsWith('.jar'));
  if (found.length !== jars.length)
    throw new EmbeddedFailure(`${pins}: Maven fetched jars that are not pinned.`);
}

/** Every jar by itself: what they depend on is in the list too, and nothing else is wanted. */
function pomOf(repositoryPaths: readonly string[]): string {
  const dependencies = repositoryPaths.map((repositoryPath) => {
    const parts = repositoryPath.split('/');
    const [artifact, version] = parts.slice(-3);
    return `<dependency><groupId>${parts.slice(0, -3).join('.')}</groupId><artifactId>${artifact!}</artifactId>
      <version>${version!}</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
    <groupId>sheaf</groupId><artifactId>embedded</artifactId><version>1</version>
    <dependencies>${dependencies.join('\n')}</dependencies></project>`;
}
