import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { Command } from 'commander';
import type { Sheaf } from 'sheaf-client';
import { failureOf } from '../exit-codes.js';
import { openSession } from '../session.js';

/** Code of JSON-RPC for a request that the service did not answer. */
const unansweredCode = -32_000;

/** `sheaf mcp`: a bridge for assistants that start a program, from standard input and output to `/mcp`. */
export const mcpCommand = (): Command =>
  new Command('mcp')
    .description('Serve an assistant by the Model Context Protocol, over standard input and output')
    .action(async (_, command: Command) => {
      const { sheaf, signal } = openSession(command);
      const transport = new StdioServerTransport();
      const pass = createBridge(sheaf, signal);
      transport.onmessage = (message) => {
        void pass(message).then((answer) => answer && transport.send(answer));
      };
      await transport.start();
      signal.addEventListener('abort', () => void transport.close());
    });

/**
 * Creates the function that sends a message to the service and returns the answer: null for a notification,
 * an error of JSON-RPC where the service refuses or does not answer.
 */
function createBridge(
  sheaf: Sheaf,
  signal: AbortSignal,
): (message: JSONRPCMessage) => Promise<JSONRPCMessage | null> {
  let protocolVersion: string | null = null;
  return async (message) => {
    const isRequest = 'method' in message && 'id' in message;
    try {
      const response = await sheaf.send('/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...(protocolVersion !== null && { 'MCP-Protocol-Version': protocolVersion }),
        },
        body: () => JSON.stringify(message),
        isRepeatable: isRequest && message.method !== 'tools/call',
        signal,
      });
      const text = await response.text();
      if (text === '') return null;
      const answer = JSON.parse(text) as JSONRPCMessage;
      if (isRequest && message.method === 'initialize') protocolVersion = versionOf(answer);
      return answer;
    } catch (error) {
      const { line } = failureOf(error);
      process.stderr.write(`${line}\n`);
      return isRequest ? refusalOf(message, line) : null;
    }
  };
}

function versionOf(answer: JSONRPCMessage): string | null {
  const version = 'result' in answer ? answer.result.protocolVersion : null;
  return typeof version === 'string' ? version : null;
}

function refusalOf({ id }: JSONRPCRequest, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: unansweredCode, message } };
}
