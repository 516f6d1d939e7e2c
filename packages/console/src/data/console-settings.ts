import { serviceUrl } from './service-url';

/** What the service tells its console; it needs no key. */
export interface ConsoleSettings {
  /** Address of the Temporal UI; null where none is set. */
  temporal_ui_url: string | null;
  temporal_namespace: string;
}

/** Reads the settings. @throws Error when they are not answered */
export async function readConsoleSettings(signal: AbortSignal): Promise<ConsoleSettings> {
  const response = await fetch(`${serviceUrl()}/console/settings.json`, { signal });
  if (!response.ok) throw new Error(`The settings of the console are not answered: ${response.status}`);
  return (await response.json()) as ConsoleSettings;
}
