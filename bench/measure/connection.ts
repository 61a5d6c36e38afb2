import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Response {
  /** 0 where the connection broke; the body says how. */
  readonly status: number
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/**
 * One HTTP/1.1 connection, one request at a time, for responses with a `content-length`. On two
 * processors a loader that takes as long as a server would measure itself.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer | undefined
  #response: ((response: Response) => void) | undefined
  /** Whether no more responses come. */
  isBroken = false

  static async open(url: string): Promise<Connection> {
    const { hostname, port, host } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket, host)
  }

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk) => this.#take(chunk as Buffer))
    // Counted as an unexpected response of that name: a broken connection must not go unseen.
    socket.on('error', (error) => this.#break(error.message))
    socket.on('close', () => this.#break('the connection was closed'))
  }

  /** @param headers lines of headers, each with its end */
  send(request: {
    method: string
    path: string
    headers: string
    body?: string
  }): Promise<Response> {
    const { method, path, headers, body } = request
    const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}${length}\r\n`
    return new Promise((resolve) => {
      this.#response = resolve
      this.#socket.write(body === undefined ? head : head + body)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    const received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk])
    this.#received = received
    const headLength = received.indexOf(HEAD_END)
    if (headLength === -1) return
    const head = received.toString('latin1', 0, headLength)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.#break('a response without content-length')
      return
    }
    const end = headLength + HEAD_END.length + Number(length)
    if (received.length < end) return
    if (received.length > end) {
      this.#break('more than one response')
      return
    }
    this.#received = undefined
    const body = received.toString('utf8', headLength + HEAD_END.length)
    this.#end({ status: Number(head.slice(9, 12)), body })
  }

  #break(why: string): void {
    this.isBroken = true
    this.#end({ status: 0, body: why })
  }

  #end(response: Response): void {
    const resolve = this.#response
    this.#response = undefined
    resolve?.(response)
  }
}
