import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Logger } from 'pino';
import { type RouteReply } from '../../http/route';
import { type AssistantTool, type CallOperation, ToolFailure } from './tool';

/** What a server of one request offers. */
export interface OfferedTools {
  version: string;
  instructions: string;
  tools: readonly AssistantTool[];
  call: CallOperation;
  log: Logger;
}

/** A message as it came. */
export interface ReceivedMessage {
  message: unknown;
  /** `MCP-Protocol-Version` of the request; null without one. */
  protocolVersion: string | null;
  signal: AbortSignal;
}

/**
 * Answers one message of the Model Context Protocol. Nothing is kept between messages, so that any process
 * may answer the next one.
 */
export async function answerMessage(
  offered: OfferedTools,
  { message, protocolVersion, signal }: ReceivedMessage,
): Promise<RouteReply> {
  const server = createServer(offered);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        // The answer is JSON in any case; the library insists on a client that would take a stream as well.
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...(protocolVersion !== null && { 'MCP-Protocol-Version': protocolVersion }),
      },
    });
    const answer = await unlessAborted(transport.handleRequest(request, { parsedBody: message }), signal);
    const text = await answer.text();
    return { status: answer.status, ...(text !== '' && { body: JSON.parse(text) as unknown }) };
  } finally {
    await server.close();
  }
}

/** @throws the reason of the signal, once it aborts */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}

function createServer({ version, instructions, tools, call, log }: OfferedTools): McpServer {
  const server = new McpServer(
    { name: 'sheaf', title: 'Sheaf', version },
    { instructions, capabilities: { tools: {} } },
  );
  for (const tool of tools) {
    const { name, title, description, input, output, isReadOnly } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly };
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations },
      async (given: unknown) => {
        try {
          const answer = await tool.run(given as never, call);
          return {
            content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
            structuredContent: { ...answer },
          };
        } catch (thrown) {
          return failedResult(thrown, log);
        }
      },
    );
  }
  return server;
}

/** The result of a tool that failed; only the message of a {@link ToolFailure} is shown. */
function failedResult(thrown: unknown, log: Logger) {
  if (!(thrown instanceof ToolFailure)) log.error({ err: thrown }, 'a tool of assistants failed');
  const text = thrown instanceof ToolFailure ? thrown.message : 'internal_error: Something went wrong.';
  return { content: [{ type: 'text' as const, text }], isError: true };
}
