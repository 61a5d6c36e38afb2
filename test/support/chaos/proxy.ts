import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { databaseUrlOf } from '../processes/service-process.ts'

/** A way to a PostgreSQL that a test can cut and mend. */
export interface Proxy {
  readonly port: number
  /** The address of the database by this way, for DATABASE_URL. */
  readonly url: string
  /** Breaks every connection; new ones are refused. */
  cut(): Promise<void>
  /** Takes new connections again, and lets through what they say. */
  mend(): Promise<void>
  /** Lets nothing through on the connections that are open now, for good, and tells nobody. */
  silence(): void
  /** The same, and new connections lead nowhere either, until it is mended. */
  vanish(): void
  /** Breaks every connection, and ends new ones at once, as who stands before a server gone. */
  hangUp(): Promise<void>
  /** Lets everything through, both ways, only after that many milliseconds. */
  delay(ms: number): void
  /** Breaks the next new connection when its client, let in, sends its first statement. */
  breakAtFirstStatement(): void
  /** Once a client has sent this text, lets none of the server's answers through to it. */
  holdResponsesTo(text: string): void
  /** Once the server has answered with this text, lets neither that nor more through. */
  holdResponsesWith(text: string): void
  /** Lets what was held through after all. */
  letGo(): void
  close(): Promise<void>
}

/** What is kept from clients: the responses after a text that either side has sent. */
interface Hold {
  readonly side: 'asked' | 'responded'
  readonly text: string
  readonly waiting: (() => void)[]
}

/**
 * Opens a way to the server of that address, on a free port.
 * @param watch sees what each client sends, in order
 * @param watchAnswers sees what each client is answered
 */
export async function openProxy(
  connection: string | ConnectionAddress,
  watch?: (client: Socket, chunk: Buffer) => void,
  watchResponses?: (client: Socket, chunk: Buffer) => void,
): Promise<Proxy> {
  const open = new Set<Socket>()
  let delayMs = 0
  let hold: Hold | undefined
  let isNextBroken = false
  let isVanished = false
  let hangsUp = false
  let server: Server = await listen(0)
  const { port } = server.address() as AddressInfo

  function passing(isLet: (chunk: Buffer) => boolean): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const through = () => done(null, chunk)
        const pass = () => (isLet(chunk) ? through() : hold?.waiting.push(through))
        if (delayMs === 0) pass()
        else setTimeout(pass, delayMs)
      },
    })
  }

  /** Ends these together. */
  function lead(...ends: Socket[]): void {
    for (const socket of ends) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        for (const end of ends) end.destroy()
      })
    }
  }

  function silence(): void {
    for (const socket of open) socket.unpipe().pause()
  }

  async function listen(onPort: number): Promise<Server> {
    const listening = createServer((near) => {
      if (isVanished || hangsUp) lead(near)
      // Read to its end, or it would stay open on this side.
      if (hangsUp) near.end().resume()
      if (isVanished || hangsUp) return
      const far = reach(connection)
      let heldBy: Hold | undefined
      const isBroken = isNextBroken
      isNextBroken = false
      const asked = passing((chunk) => {
        watch?.(near, chunk)
        // Parse or Query: none of the messages that a connection is opened with begins so.
        if (isBroken && ['P', 'Q'].includes(String.fromCharCode(chunk[0] as number))) near.destroy()
        if (hold?.side === 'asked' && chunk.includes(hold.text)) heldBy = hold
        return true
      })
      const responded = passing((chunk) => {
        watchResponses?.(near, chunk)
        if (hold?.side === 'responded' && chunk.includes(hold.text)) heldBy = hold
        return hold === undefined || heldBy !== hold
      })
      near.pipe(asked).pipe(far)
      far.pipe(responded).pipe(near)
      lead(near, far)
    })
    listening.listen(onPort, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }

  function letGo(): void {
    const waiting = hold?.waiting ?? []
    hold = undefined
    for (const through of waiting) through()
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }

  return {
    port,
    url: addressThrough(connection, port),
    silence,
    vanish: () => {
      isVanished = true
      silence()
    },
    hangUp: async () => {
      await cut()
      hangsUp = true
      server = await listen(port)
    },
    delay: (ms) => {
      delayMs = ms
    },
    holdResponsesTo: (text) => {
      hold = { side: 'asked', text, waiting: [] }
    },
    holdResponsesWith: (text) => {
      hold = { side: 'responded', text, waiting: [] }
    },
    letGo,
    breakAtFirstStatement: () => {
      isNextBroken = true
    },
    cut,
    mend: async () => {
      hold = undefined
      isVanished = false
      hangsUp = false
      if (!server.listening) server = await listen(port)
    },
    close: cut,
  }
}

/** The address of the same database at a port of this machine. */
export function addressThrough(connection: string | ConnectionAddress, port: number): string {
  const url = new URL(databaseUrlOf(connection).replace('@/', '@localhost/'))
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  return url.href
}

/** A connection to that server. */
export function reach(connection: string | ConnectionAddress): Socket {
  if (typeof connection === 'string') {
    const { hostname, port } = new URL(connection)
    return connect(Number(port || 5432), hostname)
  }
  const { path, host, port } = connection
  return path === undefined ? connect(port as number, host) : connect(path)
}
