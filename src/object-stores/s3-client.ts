import { type Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type GuardedAgents } from '../net';
import { createByteLimit } from '../streams/byte-limit';
import { answerTooLarge } from './failures';
import { ObjectStoreError } from './object-store';
import { type AssumedRole, type KeyPair } from './object-access';

/** Size limit of an answer: a page of 1,000 keys of 1,024 characters, each encoded as three bytes. */
const answerBytesMax = 8 * 1024 * 1024;
const roleSession = 'sheaf-index';

export interface S3ClientOptions {
  agents: GuardedAgents;
  region: string;
  /** Undefined means AWS. */
  endpoint: string | undefined;
  access: KeyPair | AssumedRole;
  /** Whether the bucket is in the path, which servers other than AWS require. */
  forcePathStyle: boolean;
}

/**
 * Creates a client with guarded connections and a single attempt per call: its callers decide about retries.
 */
export function createSourceS3Client(options: S3ClientOptions): S3Client {
  const { agents, region, endpoint, access, forcePathStyle } = options;
  const settings = {
    region,
    maxAttempts: 1,
    requestHandler: guardedHandler(agents),
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  return new S3Client({
    ...settings,
    forcePathStyle,
    credentials: 'roleArn' in access ? () => assumeRole(new STSClient(settings), access) : access,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/**
 * Assumes the role with the identity that the SDK finds for this program; the SDK renews it before it
 * expires.
 */
async function assumeRole(client: STSClient, { roleArn, externalId }: AssumedRole) {
  try {
    const command = { RoleArn: roleArn, ExternalId: externalId, RoleSessionName: roleSession };
    const { Credentials: granted } = await client.send(new AssumeRoleCommand(command));
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey } = granted ?? {};
    if (accessKeyId === undefined || secretAccessKey === undefined)
      throw new ObjectStoreError('access_denied', 'The role grants no credentials.');
    return {
      accessKeyId,
      secretAccessKey,
      ...(granted?.SessionToken === undefined ? {} : { sessionToken: granted.SessionToken }),
      ...(granted?.Expiration === undefined ? {} : { expiration: granted.Expiration }),
    };
  } finally {
    client.destroy();
  }
}

/**
 * The SDK's handler for Node with guarded connections, and a size limit for answers that the SDK reads into
 * memory.
 */
function guardedHandler(agents: GuardedAgents): NodeHttpHandler {
  const handler = new NodeHttpHandler({ httpAgent: agents.http, httpsAgent: agents.https });
  const handle = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const output = await handle(request, options);
    const { response } = output;
    const isObject = request.method === 'GET' && request.query['x-id'] === 'GetObject';
    if (!isObject || response.statusCode >= 300) response.body = capped(response.body as Readable);
    return output;
  };
  // All clients share the agents.
  handler.destroy = () => undefined;
  return handler;
}

function capped(body: Readable): Readable {
  const cap = createByteLimit(answerBytesMax, answerTooLarge);
  body.on('error', (error) => cap.destroy(error));
  cap.on('close', () => body.destroy());
  return body.pipe(cap);
}
