import { after } from 'node:test'

const undos: (() => Promise<void>)[] = []

/**
 * Undoes something when the test, or the test file, is over; the last comes first, unlike hooks of
 * node:test. A service that loses its database before it is closed waits for its dead connections.
 */
export function inTheEnd(undo: () => Promise<void>): void {
  const place = undos.push(undo) - 1
  after(async () => {
    while (undos.length > place) await undos.pop()?.()
  })
}
