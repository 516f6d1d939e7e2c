import os from 'node:os';
import path from 'node:path';

/**
 * Folder that holds what was obtained, shared by all clones of the project: `SHEAF_CACHE`, else `sheaf` under
 * `XDG_CACHE_HOME`, else under `~/.cache`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.SHEAF_CACHE) return path.resolve(env.SHEAF_CACHE);
  return path.join(env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'sheaf');
}
