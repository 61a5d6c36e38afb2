import type { Socket } from 'node:net'

/** The work of a Citus coordinator for one statement of a client. */
export interface RoutedStatement {
  readonly text: string
  /** The nodes that it used, as `host:port`. */
  readonly nodes: ReadonlySet<string>
  readonly isTwoPhase: boolean
}

/** Settings of connections whose coordinator reports every command that it sends to a node. */
export const REPORTING_SETTINGS = {
  'citus.log_remote_commands': 'on',
  client_min_messages: 'notice',
}

/** The commands and results of one connection. */
class Conversation {
  readonly asked = new Messages(false)
  readonly responded = new Messages(true)
  /** Texts of prepared statements, by name. */
  readonly prepared = new Map<string, string>()
  /** Texts sent since the last Sync. */
  group: Asked[] = []
  /** Groups without a ReadyForQuery yet, in order. */
  readonly waiting: Asked[][] = []
  /** Index, in the first of them, of the statement whose result is next. */
  place = 0
  /** That of the transaction that went to most nodes; the last one of several. */
  widest = { text: '', nodes: 0 }
  bound = ''
}

/** A statement of a group, and what was reported for it so far. */
interface Asked {
  readonly text: string
  readonly nodes: Set<string>
  isTwoPhase: boolean
}

const askedFor = (text: string): Asked => ({ text, nodes: new Set(), isTwoPhase: false })

/** Reads from the connection which nodes each statement goes to: the coordinator reports them. */
export class RemoteCommands {
  /** By text: the statement as it went to most nodes. */
  readonly routed = new Map<string, RoutedStatement>()
  /** Number of those with a result. */
  statements = 0
  readonly #conversations = new WeakMap<Socket, Conversation>()

  /** Takes what a client has sent next. */
  asked(client: Socket, chunk: Buffer): void {
    const conversation = this.#of(client)
    for (const { type, body } of conversation.asked.take(chunk)) {
      const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
      if (type === 'P') conversation.prepared.set(first, second)
      if (type === 'B') conversation.bound = conversation.prepared.get(second) ?? ''
      if (type === 'E') conversation.group.push(askedFor(conversation.bound))
      if (type === 'Q') conversation.waiting.push([askedFor(first)])
      if (type === 'S') {
        conversation.waiting.push(conversation.group)
        conversation.group = []
      }
    }
  }

  /** Takes the coordinator's next result. */
  responded(client: Socket, chunk: Buffer): void {
    const conversation = this.#of(client)
    for (const { type, body } of conversation.responded.take(chunk)) {
      if (type === 'N') notice(conversation, body.toString('utf8'))
      // ReadyForQuery: a statement without a transaction has been committed before it.
      if (type === 'C' || type === 'I') conversation.place += 1
      if (type === 'Z') {
        const group = conversation.waiting.shift() ?? []
        conversation.place = 0
        for (const each of group) this.#end(conversation, each)
      }
    }
  }

  #of(client: Socket): Conversation {
    const known = this.#conversations.get(client) ?? new Conversation()
    this.#conversations.set(client, known)
    return known
  }

  #end(conversation: Conversation, { text: own, nodes, isTwoPhase }: Asked): void {
    const { widest } = conversation
    const text = own === 'commit' ? `commit after ${widest.text}` : own
    if (own === 'commit' || own.startsWith('begin')) conversation.widest = { text: '', nodes: 0 }
    else if (nodes.size >= widest.nodes) conversation.widest = { text: own, nodes: nodes.size }
    this.statements += 1
    const before = this.routed.get(text)
    if (before !== undefined && before.nodes.size >= nodes.size && !isTwoPhase) return
    this.routed.set(text, { text, nodes, isTwoPhase: isTwoPhase || before?.isTwoPhase === true })
  }
}

function notice(conversation: Conversation, text: string): void {
  if (!/\0Missuing /.test(text)) return
  const group = conversation.waiting[0] ?? []
  // The end of a group's transaction is reported behind its last statement.
  const asked = group[Math.min(conversation.place, group.length - 1)]
  if (asked === undefined) return
  const node = /on server [^@]*@([^\s:]+:\d+)/.exec(text)?.[1]
  if (node !== undefined) asked.nodes.add(node)
  if (/\0Missuing PREPARE TRANSACTION/.test(text)) asked.isTwoPhase = true
}

interface Message {
  readonly type: string
  readonly body: Buffer
}

/** Splits one direction of a connection into its messages. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)
  #isTyped: boolean

  /** @param isTyped whether the first one has a type: a client's has none */
  constructor(isTyped: boolean) {
    this.#isTyped = isTyped
  }

  take(chunk: Buffer): Message[] {
    const messages: Message[] = []
    let rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const start = this.#isTyped ? 1 : 0
      if (rest.length < start + 4) break
      const end = start + rest.readInt32BE(start)
      if (rest.length < end) break
      const type = this.#isTyped ? String.fromCharCode(rest[0] as number) : ''
      messages.push({ type, body: rest.subarray(start + 4, end) })
      this.#isTyped = true
      rest = rest.subarray(end)
    }
    this.#rest = rest
    return messages
  }
}
