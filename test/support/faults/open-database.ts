import { createConnection, createServer } from 'node:net'
import { openServer } from '../vault/open-server.ts'

/** One PostgreSQL for all runs, at an address that they take as DATABASE_URL. */
export async function openDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { server, stop } = await openServer()
  const { address } = server
  if (address === undefined) return { url: server.url as string, stop }
  // The embedded server has a Unix socket alone, which such an address cannot name.
  const door = createServer((client) => {
    const socket = createConnection(String(address.path))
    client.pipe(socket).pipe(client)
    client.on('error', () => socket.destroy())
    socket.on('error', () => client.destroy())
  })
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
  const { port } = door.address() as { port: number }
  const { username, password, database } = address
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      door.close()
      await stop()
    },
  }
}
