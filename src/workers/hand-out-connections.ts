import { lookup } from 'node:dns/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** One that answers on connections, as far as handing them out goes. */
export interface ConnectionTaker {
  /** False while it starts, leaves or is gone. */
  readonly takes: boolean
  /** Sends a connection over; whether it arrived is told by `took`. */
  give(id: number, connection: Socket): void
}

/** How many connections may be on their way to one worker: a stuck one must not collect them. */
const UNDER_WAY_MAX = 8
/** How many may wait while no worker takes any; one more is closed at once. */
const WAITING_MAX = 1_000

interface Load {
  /** Connections given and not closed yet. */
  open: number
  readonly underWay: Map<number, Socket>
}

/**
 * Listens on the port and hands each connection to the worker that has the fewest. A connection is
 * held here too until its worker says that it has it; one whose worker died before goes to another,
 * unread, so nothing is lost or answered twice.
 *
 * Node's `cluster` forgets such a connection: its client waits for ever. It also closes the port with
 * the last worker. With `reusePort` the kernel spreads connections by chance, resets those that
 * wait at a worker that stops, and lets a second service onto the port without a word.
 */
export class ConnectionDesk {
  readonly #takers = new Map<ConnectionTaker, Load>()
  readonly #servers: Server[] = []
  readonly #waiting: Socket[] = []
  #ids = 0

  /** @returns where it listens. Rejects with the system's error where it cannot. */
  async listen(host: string, port: number): Promise<AddressInfo> {
    // As a single process does: that name is two addresses on most machines.
    const addresses = host === 'localhost' ? await lookup(host, { all: true }) : []
    const [first = host, ...others] = addresses.map(({ address }) => address)
    const address = await this.#listen(first, port)
    for (const other of others) await this.#listen(other, address.port).catch(() => undefined)
    return address
  }

  /** From now on it is given connections whenever `takes` is true. */
  add(taker: ConnectionTaker): void {
    this.#takers.set(taker, { open: 0, underWay: new Map() })
    this.#deal(UNDER_WAY_MAX)
  }

  took(taker: ConnectionTaker, id: number): void {
    const load = this.#takers.get(taker)
    // Only this process's hold on it: the worker has its own.
    load?.underWay.get(id)?.destroy()
    load?.underWay.delete(id)
    this.#deal(UNDER_WAY_MAX)
  }

  closed(taker: ConnectionTaker): void {
    const load = this.#takers.get(taker)
    if (load !== undefined) load.open -= 1
  }

  /** The taker is gone: what it never had goes to others. */
  remove(taker: ConnectionTaker): void {
    const load = this.#takers.get(taker)
    this.#takers.delete(taker)
    if (load !== undefined) this.#waiting.unshift(...load.underWay.values())
    this.#deal(UNDER_WAY_MAX)
  }

  /** Closes the port; every connection made until then is given away first. */
  close(): void {
    for (const server of this.#servers) server.close()
    this.#deal(Number.POSITIVE_INFINITY)
  }

  /** Nobody is left to answer. */
  giveUp(): void {
    for (const connection of this.#waiting.splice(0)) connection.destroy()
  }

  async #listen(host: string, port: number): Promise<AddressInfo> {
    // Nothing is read here; and no delay of small packets, as node:http has it by default.
    const server = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => {
      connection.on('error', () => connection.destroy())
      if (this.#waiting.length >= WAITING_MAX) connection.destroy()
      else this.#waiting.push(connection)
      this.#deal(UNDER_WAY_MAX)
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, resolve)
    })
    this.#servers.push(server)
    return server.address() as AddressInfo
  }

  #deal(underWayMax: number): void {
    for (;;) {
      const [taker, load] = this.#leastLoaded(underWayMax) ?? []
      const connection = load === undefined ? undefined : this.#waiting.shift()
      if (taker === undefined || load === undefined || connection === undefined) return
      this.#ids += 1
      load.open += 1
      load.underWay.set(this.#ids, connection)
      // To the end of the line: of equals the one that waited longest is next.
      this.#takers.delete(taker)
      this.#takers.set(taker, load)
      taker.give(this.#ids, connection)
    }
  }

  #leastLoaded(underWayMax: number): [ConnectionTaker, Load] | undefined {
    let least: [ConnectionTaker, Load] | undefined
    for (const [taker, load] of this.#takers) {
      if (!taker.takes || load.underWay.size >= underWayMax) continue
      if (least === undefined || load.open < least[1].open) least = [taker, load]
    }
    return least
  }
}
