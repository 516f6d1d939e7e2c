import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { mayCall } from '../../http/authenticate';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import { operationCaller } from './call-operation';
import { instructionsFor } from './instructions';
import { mcpAnswer, mcpMessage } from './schema';
import { answerMessage } from './server';
import { type AssistantTool } from './tool';

/** Longest message, in bytes. */
const messageBytesMax = 256 * 1024;

/** What assistants are offered. */
export interface AssistantParts {
  /** Version of the service. */
  version: string;
  tools: readonly AssistantTool[];
  /** Routes that the tools call. */
  routes: readonly AnyRoute[];
}

/**
 * The route that serves assistants by the Model Context Protocol.
 *
 * @throws Error for a tool whose operation is none of the routes
 */
export function mcpRoutes(
  { version, tools, routes }: AssistantParts,
  family: Family<PlatformErrorCode>,
): AnyRoute[] {
  const byId = new Map(routes.map((route) => [route.operationId, route]));
  const offered = tools.map((tool) => {
    const route = byId.get(tool.operation);
    if (route === undefined) throw new Error(`${tool.name} needs the operation ${tool.operation}`);
    return { tool, route };
  });

  return [
    defineRoute({
      method: 'post',
      path: '/mcp',
      family,
      operationId: 'sendMcpMessage',
      tag: 'Assistants',
      summary: 'Send a message of the Model Context Protocol',
      description:
        'Serves assistants by Streamable HTTP without sessions: a request has one message of JSON-RPC, and the answer is JSON. ' +
        'Tools are offered by the rights of the key. A call of one counts as the requests that it stands for, besides the message ' +
        'itself, and is checked and recorded like them; what they refuse is a result with `isError`. No stream is opened by GET.',
      access: 'key',
      body: mcpMessage,
      bodyBytesMax: messageBytesMax,
      responses: {
        200: { description: 'The answer to a request.', schema: mcpAnswer },
        202: { description: 'A notification was taken.' },
      },
      errors: [],
      handle({ caller, sentBody, requestId, ctx, ask, log, signal }) {
        const allowed = offered.filter(({ route }) => mayCall(caller, route)).map(({ tool }) => tool);
        const hidden = tools.filter((tool) => !allowed.includes(tool));
        return answerMessage(
          {
            version,
            instructions: instructionsFor(allowed, hidden),
            tools: allowed,
            call: operationCaller(byId, { ask, requestId }),
            log,
          },
          { message: sentBody, protocolVersion: ctx.get('MCP-Protocol-Version') || null, signal },
        );
      },
    }),
  ];
}
