import type { Children } from '../processes/children';
import type { Ports } from '../processes/ports';

/** Settings for starting a server. */
export interface StartContext {
  /** Folder for the server's data, kept between runs. */
  dataFolder: string;
  children: Children;
  ports: Ports;
  /**
   * Time for which MongoDB keeps what was changed or dropped, for reads that began before; by default the
   * server's own 300 s.
   */
  snapshotSeconds?: number;
  /** Whether the servers run for minutes: Elasticsearch then goes without what pays off later. */
  isShortLived?: boolean;
  /** Ends the waiting for readiness with its reason. */
  signal: AbortSignal;
}
