import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What a tool told, as programs read it. */
export interface ToolTold {
  readonly isError: boolean;
  readonly done: string;
  readonly notDone: string;
  readonly next: string;
  readonly repeating: string;
  readonly now: string;
  readonly timeZone: string;
  readonly data: Record<string, unknown> | null;
  /** The same for those that only read text. */
  readonly text: string;
}

/** An assistant that connects with the protocol's own client, which checks each answer against its tool's shape. */
export async function assistant(url: string, token: string) {
  const client = new Client({ name: 'Test assistant', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  // From now on it checks.
  await client.listTools();
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    async use(name: string, input: Record<string, unknown> = {}): Promise<ToolTold> {
      const answer = await client.callTool({ name, arguments: input });
      const [content] = answer.content as { text: string }[];
      return {
        ...(answer.structuredContent as ToolTold),
        isError: answer.isError === true,
        text: content?.text ?? '',
      };
    },
  };
}
