import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { serveMcp } from '../src/serve-mcp.ts'

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of results freely
  readonly data: any
}

type Cleanup = (undo: () => unknown) => void

/** A server in the settings of a client. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface McpSettings {
  readonly url: string
  readonly token: string
  readonly allowsChanges?: boolean
}

/** A client of `vault-inventory-mcp`. */
export class McpClient {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  /** Serves it in this process. */
  static async start(cleanup: Cleanup, settings: McpSettings): Promise<McpClient> {
    const [near, transport] = InMemoryTransport.createLinkedPair()
    const served = serveMcp({
      allowsChanges: false,
      ...settings,
      version: '1.0.0',
      warn: (line) => console.error(line),
      transport,
    })
    cleanup(() => served.close())
    return await McpClient.#connect(cleanup, near)
  }

  /** Starts it in a process of its own, as an editor does. */
  static async launch(cleanup: Cleanup, { command, args, env }: Launch): Promise<McpClient> {
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...env },
      cwd: '/',
      stderr: 'ignore',
    })
    return await McpClient.#connect(cleanup, transport)
  }

  static async #connect(cleanup: Cleanup, transport: Transport): Promise<McpClient> {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(transport)
    cleanup(() => client.close())
    return new McpClient(client)
  }

  instructions(): string | undefined {
    return this.#client.getInstructions()
  }

  async tools() {
    return (await this.#client.listTools()).tools
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<ToolResult> {
    const result = await this.#client.callTool({ name, arguments: given })
    const [first] = result.content as { readonly text: string }[]
    const { isError = false, structuredContent: data } = result
    return { isError: isError === true, text: first?.text ?? '', data }
  }
}
