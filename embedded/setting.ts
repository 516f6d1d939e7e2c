/** Value of the environment variable `name`; an empty one counts as unset. */
export function setting(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const value = env[name];
  return value === '' ? undefined : value;
}
