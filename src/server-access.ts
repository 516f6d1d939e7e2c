import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ElasticsearchConfig, type TemporalConfig } from './config';
import { CommandError } from './command-errors';

/** Address and credentials of Temporal, in the fields of the SDK's options. */
export interface TemporalAccess {
  /** Host and port. */
  address: string;
  /** False for plain text. */
  tls: false | TemporalTls;
  apiKey?: string;
}

interface TemporalTls {
  serverRootCACertificate?: Buffer;
  serverNameOverride?: string;
  clientCertPair?: { crt: Buffer; key: Buffer };
}

/** Address and credentials of Elasticsearch, in the fields of its client. */
export interface ElasticsearchAccess {
  /** Nodes used in turn; one that does not answer is skipped. They may contain user name and password. */
  nodes: string[];
  auth?: { apiKey: string };
  tls?: { ca: Buffer };
}

/**
 * Reads the access to Temporal. TLS is on if `TEMPORAL_TLS` says so, or by default if a setting needs it.
 *
 * @throws CommandError when a file cannot be read or is of the wrong kind
 */
export function readTemporalAccess(config: TemporalConfig): TemporalAccess {
  const { TEMPORAL_API_KEY: apiKey, TEMPORAL_TLS_SERVER_NAME: serverNameOverride } = config;
  const serverRootCACertificate = certificateOf('TEMPORAL_TLS_SERVER_CA_CERT_PATH', config);
  const crt = certificateOf('TEMPORAL_TLS_CLIENT_CERT_PATH', config);
  const key = readPem('TEMPORAL_TLS_CLIENT_KEY_PATH', config, createPrivateKey);
  const tls = {
    ...(serverRootCACertificate && { serverRootCACertificate }),
    ...(serverNameOverride !== undefined && { serverNameOverride }),
    ...(crt && key && { clientCertPair: { crt, key } }),
  };
  const isNeeded = apiKey !== undefined || Object.keys(tls).length > 0;
  return {
    address: config.TEMPORAL_ADDRESS,
    tls: (config.TEMPORAL_TLS ?? isNeeded) && tls,
    ...(apiKey !== undefined && { apiKey }),
  };
}

/** @throws CommandError when the file of the authority cannot be read or contains no certificate */
export function readElasticsearchAccess(config: ElasticsearchConfig): ElasticsearchAccess {
  const { ELASTICSEARCH_URL: nodes, ELASTICSEARCH_API_KEY: apiKey } = config;
  const ca = certificateOf('ELASTICSEARCH_CA_CERT_PATH', config);
  return { nodes, ...(apiKey !== undefined && { auth: { apiKey } }), ...(ca && { tls: { ca } }) };
}

function certificateOf<Name extends string>(
  variable: Name,
  config: Readonly<Partial<Record<Name, string | undefined>>>,
): Buffer | undefined {
  return readPem(variable, config, (pem) => new X509Certificate(pem));
}

/** The content of the file that a variable names; empty when it is unset. */
function readPem<Name extends string>(
  variable: Name,
  config: Readonly<Partial<Record<Name, string | undefined>>>,
  parse: (pem: Buffer) => unknown,
): Buffer | undefined {
  const file = config[variable];
  if (file === undefined) return undefined;
  let pem: Buffer;
  try {
    pem = readFileSync(file);
  } catch (error) {
    throw new CommandError(
      `${variable}: the file cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  try {
    parse(pem);
  } catch {
    throw new CommandError(`${variable}: the file is not the PEM text of what it should hold.`);
  }
  return pem;
}
