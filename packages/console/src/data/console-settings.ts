import { serviceUrl } from './service-url';

/** Settings that the service gives its console without a key. */
export interface ConsoleSettings {
  /** Address of the Temporal UI; null when none is configured. */
  temporal_ui_url: string | null;
  temporal_namespace: string;
}

/** Reads the settings. @throws Error when the request fails */
export async function readConsoleSettings(signal: AbortSignal): Promise<ConsoleSettings> {
  const response = await fetch(`${serviceUrl()}/console/settings.json`, { signal });
  if (!response.ok) throw new Error(`The settings of the console are not answered: ${response.status}`);
  return (await response.json()) as ConsoleSettings;
}
