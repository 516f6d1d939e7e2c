import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Result of a tool: what it answers, or the message of its failure. */
export interface ToolResult<T> {
  /** What structured content and text have both. */
  answer: T;
  /** The text of the result. */
  text: string;
  failed: boolean;
}

/** An assistant that is connected to `/mcp` by the client of the protocol's library. */
export interface Assistant {
  client: Client;
  /** Names of the offered tools, in order. */
  tools(): Promise<string[]>;
  /** Calls a tool; `T` is what the test expects the answer to be. The library checks the output's schema. */
  use<T = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<ToolResult<T>>;
  close(): Promise<void>;
}

/** Connects an assistant with a key. @throws Error of the library where the service refuses */
export async function connectAssistant(
  baseUrl: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit }));
  return {
    client,
    async tools() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name).sort();
    },
    async use(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const [{ text }] = result.content as [{ text: string }];
      const failed = result.isError === true;
      if (!failed && text !== JSON.stringify(result.structuredContent))
        throw new Error(`text and structured content differ: ${text}`);
      return { answer: result.structuredContent as never, text, failed };
    },
    close: () => client.close(),
  };
}
