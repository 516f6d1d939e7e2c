import { type ServiceDeps } from '../src/services/deps';
import { type Traces } from '../src/traces';
import { type AuditLog } from '../src/services/products/audit/log';

/** A dependency that readiness reports; `check` throws while it is unavailable. */
export interface ServicePart {
  name: string;
  /** Whether every request needs it. Default: only the requests that use it fail without it. */
  isVital?: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** Dependencies of all routes. */
export interface ApiDeps extends ServiceDeps {
  /** The audit log of product search. */
  audit: AuditLog;
  traces: Traces;
  parts: readonly ServicePart[];
}
