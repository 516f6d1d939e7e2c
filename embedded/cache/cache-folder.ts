import os from 'node:os';
import path from 'node:path';
import { setting } from '../setting';

/**
 * Folder that holds what was obtained, shared by all clones of the project: `SHEAF_CACHE`, else `sheaf` under
 * `XDG_CACHE_HOME`, else under `~/.cache`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const own = setting('SHEAF_CACHE', env);
  if (own !== undefined) return path.resolve(own);
  return path.join(setting('XDG_CACHE_HOME', env) ?? path.join(os.homedir(), '.cache'), 'sheaf');
}
