// Run as a child process by the tests of the embedded server: opens it, says so in one JSON line,
// releases it when its input ends.
import { once } from 'node:events'
import { EmbeddedServerFailed } from '../../../src/embedded-postgres/data-directory.ts'
import { openEmbeddedServer } from '../../../src/embedded-postgres/embedded-server.ts'

const [dataDir, role, nativeDir] = process.argv.slice(2)
const messages: string[] = []
const note = (_facts: object, message: string) => {
  messages.push(message)
}
const report = (facts: object) => process.stdout.write(`${JSON.stringify(facts)}\n`)

try {
  const server = await openEmbeddedServer({
    dataDir: dataDir!,
    role: role as 'service' | 'command',
    log: { info: note, warn: note, error: note },
    ...(nativeDir ? { nativeDir } : {}),
  })
  const { release: _, ...facts } = server
  report({ ...facts, messages })
  process.stdin.resume()
  await once(process.stdin, 'end')
  await server.release()
} catch (error) {
  const { name, message } = error as Error
  report({ refusal: name, message, expected: error instanceof EmbeddedServerFailed })
}
