import { type ServiceDeps } from '../src/services/deps';
import { type Traces } from '../src/traces';
import { type AuditLog } from './products/audit/audit-log';
import { type LinkCopies } from './documents/parse-jobs/link-copies';

/** A dependency that readiness shows; `check` throws while the dependency cannot be used. */
export interface ServicePart {
  name: string;
  /** Whether no request can be served without it. Default: only those that use it fail. */
  isVital?: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** State of the program; `draining` becomes true once, when the program is told to stop. */
export interface Lifecycle {
  draining: boolean;
}

/** Dependencies of all routes. */
export interface ApiDeps extends ServiceDeps {
  linkCopies: LinkCopies;
  /** The audit log of product search. */
  audit: AuditLog;
  traces: Traces;
  parts: readonly ServicePart[];
  lifecycle: Lifecycle;
}
