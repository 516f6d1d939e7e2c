import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../../embedded/project-root';
import { runCommand } from '../../../bench/command';
import { NPM_PEERS, npmPeersFolder } from './peers/npm-peers';

const pythonCalamineVersion = '0.9.1';

/** Programs that the foreign readers run with; null where this machine cannot prepare one. */
export interface PreparedPeers {
  calamine: string | null;
  pythonFolder: string | null;
  npmFolder: string | null;
  /** Sentences, one for each peer that is left out. */
  missing: string[];
}

/** Sources that the compiler does not copy to `dist`. */
export const peerSources = join(projectRoot, 'packages', 'spreadsheet-reader', 'bench', 'peers');

/**
 * Builds or installs the peers into the cache with the machine's own `cargo`, `pip` and `npm`; what is there
 * already is taken as it is. A peer that cannot be had is left out and named, and the bench continues without it.
 */
export async function preparePeers(cacheFolder: string): Promise<PreparedPeers> {
  const missing: string[] = [];
  const attempt = async (name: string, prepare: () => Promise<string>) => {
    try {
      return await prepare();
    } catch (error) {
      const reason = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
      missing.push(`${name} is left out: ${reason}`);
      return null;
    }
  };
  return {
    calamine: await attempt('calamine', () => buildCalamine(cacheFolder)),
    pythonFolder: await attempt('python-calamine', () => installPythonCalamine(cacheFolder)),
    npmFolder: await attempt('exceljs, papaparse and csv-parse', () => installNpmPeers(cacheFolder)),
    missing,
  };
}

/** Cargo decides what is outdated. The project is built as a copy: nothing is written beside the sources. */
async function buildCalamine(cacheFolder: string): Promise<string> {
  const folder = join(cacheFolder, 'calamine');
  await cp(join(peerSources, 'calamine'), folder, { recursive: true, preserveTimestamps: true });
  await runCommand('cargo', ['build', '--release', '--quiet'], { cwd: folder });
  return join(folder, 'target', 'release', 'calamine-peer');
}

async function installPythonCalamine(cacheFolder: string): Promise<string> {
  const folder = join(cacheFolder, `python-calamine-${pythonCalamineVersion}`);
  if (!existsSync(join(folder, 'python_calamine'))) {
    const requirement = `python-calamine==${pythonCalamineVersion}`;
    await runCommand('python3', ['-m', 'pip', 'install', '--quiet', '--target', folder, requirement]);
  }
  return folder;
}

async function installNpmPeers(cacheFolder: string): Promise<string> {
  const folder = npmPeersFolder(cacheFolder);
  if (!existsSync(join(folder, 'node_modules', 'exceljs'))) {
    await mkdir(folder, { recursive: true });
    // Newer releases of this far dependency of exceljs bring along some fifty packages of old-browser
    // support.
    const manifest = { private: true, overrides: { traverse: '0.3.9' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const packages = Object.entries(NPM_PEERS).map(([name, version]) => `${name}@${version}`);
    await runCommand('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
    });
  }
  return folder;
}
