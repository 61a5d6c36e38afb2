import { connect, type Socket } from 'node:net'
import { exchangeOn, type RawResponse } from '../../load/raw-client.ts'
import { bytesOf, type Draft } from './draft.ts'

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
      const response = await exchangeOn(socket, bytesOf(draft), draft.method === 'HEAD')
      if (response.rest > 0 && !draft.alone) throw new Error('more than one response')
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
