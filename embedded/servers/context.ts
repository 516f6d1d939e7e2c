import type { Children } from '../processes/children';
import type { Ports } from '../processes/ports';

/** Settings for starting a server. */
export interface StartContext {
  /** Folder for the server's data, kept between runs. */
  dataFolder: string;
  children: Children;
  ports: Ports;
  /** Ends the waiting for readiness with its reason. */
  signal: AbortSignal;
}
