// Preloaded into every process of a test run: writes down which statements the service, its commands
// included, sends to PostgreSQL, as they are sent, each once a process. Tests' own connections have
// another application_name.
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'

const PROTOCOL_3 = 0x0003_0000
const file = join(process.env.VAULT_TEST_STATEMENTS, `${process.pid}.jsonl`)
const seen = new Set()
/** The state of a socket; null if it is not one of the service's to PostgreSQL. */
const clients = new WeakMap()

const { write } = Socket.prototype
Socket.prototype.write = function (chunk, ...more) {
  if (clients.get(this) !== null && chunk instanceof Uint8Array) take(this, chunk)
  return write.call(this, chunk, ...more)
}

function take(socket, chunk) {
  let client = clients.get(socket)
  let rest = Buffer.concat([client?.rest ?? Buffer.alloc(0), chunk])
  if (client === undefined) {
    client = startOf(rest)
    clients.set(socket, client)
    if (client === null) return
    rest = rest.subarray(rest.readInt32BE(0))
  }
  while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
    const end = 1 + rest.readInt32BE(1)
    note(client.user, String.fromCharCode(rest[0]), rest.subarray(5, end))
    rest = rest.subarray(end)
  }
  client.rest = rest
}

function startOf(bytes) {
  if (bytes.length < 8 || bytes.readInt32BE(4) !== PROTOCOL_3) return null
  const words = bytes.toString('utf8', 8, bytes.readInt32BE(0)).split('\0')
  const settingOf = (name) => words[words.indexOf(name) + 1] ?? ''
  const isOurs = settingOf('application_name').startsWith('vault-inventory')
  return isOurs ? { user: settingOf('user'), rest: Buffer.alloc(0) } : null
}

/** Parse: a name and the text. Query: the text. Each ends with a zero. */
function note(user, type, body) {
  if (type !== 'P' && type !== 'Q') return
  const from = type === 'P' ? body.indexOf(0) + 1 : 0
  const line = `${JSON.stringify([user, body.toString('utf8', from, body.indexOf(0, from))])}\n`
  if (seen.has(line)) return
  seen.add(line)
  try {
    appendFileSync(file, line)
  } catch {
    // Nothing that is tested may fail for it, as where the run has ended already.
  }
}
