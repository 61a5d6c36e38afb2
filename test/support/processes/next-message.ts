import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The next message of a process; undefined where it ends before. */
export async function nextMessage<T>(child: ChildProcess): Promise<T | undefined> {
  const isOver = new AbortController()
  const { signal } = isOver
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }) as Promise<[T]>,
      once(child, 'exit', { signal }).then(() => []),
    ])
    return message
  } finally {
    isOver.abort()
  }
}
