import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import { databaseUrlOf } from '../processes/service-process.ts'

/** A proxy in front of PostgreSQL that a test can interrupt. */
export type Proxy = Awaited<ReturnType<typeof openProxy>>

/** Responses held back from clients, after this text of the server. */
interface Hold {
  readonly text: string
  readonly waiting: (() => void)[]
}

/** Each watch gets what a client sends, or receives, in order. */
interface ProxyOptions {
  readonly watch?: (client: Socket, chunk: Buffer) => void
  readonly watchResponses?: (client: Socket, chunk: Buffer) => void
  /** Makes another packet of one of a client. */
  readonly change?: (packet: Buffer, isFirst: boolean) => Buffer
}

/** Opens a proxy to the server of that address, on a free port. */
export async function openProxy(
  connection: string | ConnectionAddress,
  { watch, watchResponses, change }: ProxyOptions = {},
) {
  const open = new Set<Socket>()
  let delayMs = 0
  let hold: Hold | undefined
  let isNextBroken = false
  let isSilent = false
  let hangsUp = false
  let server: Server = await listen(0)
  const { port } = server.address() as AddressInfo

  function passing(
    isLet: (chunk: Buffer) => boolean,
    change?: (chunk: Buffer, isFirst: boolean) => Buffer,
  ): Transform {
    let isFirst = true
    return new Transform({
      transform: (given: Buffer, _encoding, done) => {
        const chunk = change === undefined ? given : change(given, isFirst)
        isFirst = false
        const through = () => done(null, chunk)
        const pass = () => (isLet(chunk) ? through() : hold?.waiting.push(through))
        if (delayMs === 0) pass()
        else setTimeout(pass, delayMs)
      },
    })
  }

  /** Closes all of these when one closes. */
  function closeTogether(...ends: Socket[]): void {
    for (const socket of ends) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        for (const end of ends) end.destroy()
      })
    }
  }

  /** Stops forwarding on the present connections for good, without closing them. */
  function silence(): void {
    for (const socket of open) socket.unpipe().pause()
  }

  async function listen(onPort: number): Promise<Server> {
    const listening = createServer((near) => {
      if (isSilent || hangsUp) closeTogether(near)
      // Read to its end, or it would stay open on this side.
      if (hangsUp) near.end().resume()
      if (isSilent || hangsUp) return
      const far = openSocket(connection)
      let heldBy: Hold | undefined
      const isBroken = isNextBroken
      isNextBroken = false
      const asked = passing((chunk) => {
        watch?.(near, chunk)
        // Parse or Query: none of the messages that a connection is opened with begins so.
        if (isBroken && ['P', 'Q'].includes(String.fromCharCode(chunk[0] as number))) near.destroy()
        return true
      }, change)
      const responded = passing((chunk) => {
        watchResponses?.(near, chunk)
        if (hold !== undefined && chunk.includes(hold.text)) heldBy = hold
        return hold === undefined || heldBy !== hold
      })
      near.pipe(asked).pipe(far)
      far.pipe(responded).pipe(near)
      closeTogether(near, far)
    })
    listening.listen(onPort, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }

  /** Forwards what was held back. */
  function releaseResponses(): void {
    const waiting = hold?.waiting ?? []
    hold = undefined
    for (const through of waiting) through()
  }

  /** Breaks every connection; new ones are refused. */
  async function disconnect(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }

  return {
    port,
    /** The address of the database through the proxy, for DATABASE_URL. */
    url: addressThrough(connection, port),
    silence,
    /** The same, and accepts new connections without forwarding until `restore`. */
    goSilent: () => {
      isSilent = true
      silence()
    },
    /** Breaks every connection, and ends new ones at once, as a balancer without a server does. */
    hangUp: async () => {
      await disconnect()
      hangsUp = true
      server = await listen(port)
    },
    /** Delays everything, both ways, by that many milliseconds. */
    delay: (ms: number) => {
      delayMs = ms
    },
    /** Once the server responds with this text, holds back that and all later responses. */
    holdResponsesWith: (text: string) => {
      hold = { text, waiting: [] }
    },
    releaseResponses,
    /** Breaks the next new connection when its client, authenticated, sends its first statement. */
    breakAtFirstStatement: () => {
      isNextBroken = true
    },
    disconnect,
    /** Ends every interruption: new connections are accepted and forwarded. */
    restore: async () => {
      hold = undefined
      isSilent = false
      hangsUp = false
      if (!server.listening) server = await listen(port)
    },
    close: disconnect,
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
export function openSocket(connection: string | ConnectionAddress): Socket {
  if (typeof connection === 'string') {
    const { hostname, port } = new URL(connection)
    return connect(Number(port || 5432), hostname)
  }
  const { path, host, port } = connection
  return path === undefined ? connect(port as number, host) : connect(path)
}
