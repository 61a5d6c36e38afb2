import { connect, type Socket } from 'node:net'
import { parseResponse, type RawResponse } from '../../load/raw-client.ts'
import { bytesOf, type Draft } from './draft.ts'

/** Longer than any time limit of the service. */
const RESPONSE_MS = 30_000

/**
 * A client that keeps its connection for as long as the service does. It fails where a connection
 * ends without a response, where nothing comes, and where one request gets two responses.
 */
export class Lane {
  readonly #port: number
  #socket: Socket | undefined

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  async send(draft: Draft): Promise<RawResponse> {
    if (draft.alone) this.close()
    const socket = this.#socket ?? connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    this.#socket = socket
    try {
      const response = await exchange(socket, draft)
      if (draft.alone || response.headers.connection === 'close') this.close()
      return response
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

function exchange(socket: Socket, draft: Draft): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let violation: Error | undefined
    const deadline = setTimeout(() => fail(new Error('no response')), RESPONSE_MS)
    const finish = () => {
      clearTimeout(deadline)
      for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event)
      // A connection that breaks later is irrelevant, and must not end this process.
      socket.on('error', () => undefined)
    }
    const fail = (error: Error) => {
      finish()
      reject(error)
    }
    socket.on('data', (chunk) => {
      received =
        received.length === 0
          ? (chunk as Buffer<ArrayBuffer>)
          : Buffer.concat([received, chunk as Buffer])
      const response = parseResponse(received, draft.method === 'HEAD')
      if (response === undefined) return
      if (response.rest > 0 && !draft.alone) fail(new Error(`more than one response: ${received}`))
      finish()
      resolve(response)
    })
    // A service may close after its response while we still write: the response counts.
    socket.on('error', (error) => {
      violation = error
    })
    socket.on('close', () => {
      fail(
        new Error(`closed without a response, after ${received.length} bytes`, {
          cause: violation,
        }),
      )
    })
    socket.write(bytesOf(draft))
  })
}
