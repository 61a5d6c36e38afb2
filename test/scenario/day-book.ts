import { isDeepStrictEqual } from 'node:util'
import type { CommandResult } from '../support/processes/command.ts'

/** A vault that serves: where it listens, and its command line. */
export interface ServingVault {
  readonly url: string
  command(args: readonly string[]): Promise<CommandResult>
}

export interface Response {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the steps of the day read members of bodies
  readonly body: any
}

/** The expected response: a status, and the code of a refusal. */
export type Expected = readonly [status: number, code?: string]

type Holding = Readonly<Record<string, unknown>>

/** The holdings of every account after a step. */
interface Page {
  readonly step: string
  /** When the last movement was. */
  readonly asOf: string
  readonly holdings: ReadonlyMap<string, readonly Holding[]>
}

const ITEMS_PER_PAGE = 100

/** Something is not as it should be; the message says what instead of what. */
export class DayFailed extends Error {}

/**
 * Goes through a day step by step, over HTTP alone: prints each step with its responses, and
 * writes down what every account holds after it.
 */
export class DayBook {
  readonly #vault: ServingVault
  readonly #report: (line: string) => void
  readonly #pages: Page[] = []
  /** The accounts by name, in the order of their creation. */
  readonly accounts = new Map<string, string>()
  /** The secrets of the tokens by who has them. */
  readonly tokens = new Map<string, string>()
  #statuses: string[] = []
  #lastAt = ''

  constructor(vault: ServingVault, report: (line: string) => void) {
    this.#vault = vault
    this.#report = report
    report(line('', 'TIME', 'WHAT HAPPENS', 'RESPONSES', 'ITEMS HELD'))
  }

  command(args: readonly string[]): Promise<CommandResult> {
    return this.#vault.command(args)
  }

  /** Sends a request with a person's token; fails unless the response is as expected. */
  async ask(
    who: string,
    [method, path, body]: readonly [method: string, path: string, body?: unknown],
    expected: Expected,
  ): Promise<Response> {
    const response = await this.#send(who, method, path, body)
    const [status, code] = expected
    this.#statuses.push(`${response.status}`)
    if (response.status !== status || response.body.code !== code) {
      throw new DayFailed(
        `${who}: ${method} ${path} got ${response.status} instead of ${expected.join(' ')}: ` +
          JSON.stringify(response.body),
      )
    }
    return response
  }

  /** Runs a step of the day, prints it, and records what the accounts hold then. */
  async step(title: string, work: () => Promise<void>): Promise<void> {
    this.#statuses = []
    try {
      await work()
    } catch (error) {
      this.#report(line(`${this.#pages.length + 1}`, '', title, this.#statuses.join(' '), 'FAILED'))
      throw error
    }
    const responses = counted(this.#statuses)
    const holdings = new Map<string, Holding[]>()
    for (const [name, id] of this.accounts) {
      holdings.set(name, await this.#holdingsOf(`/v1/fbo-accounts/${id}/holdings`))
    }
    const items = await this.list('/v1/inventory-items')
    const moments = items.map(({ changedAt }) => changedAt as string)
    const asOf = [...moments, this.#lastAt].toSorted().at(-1)
    const held = [...holdings].map(([name, entries]) => `${name} ${entries.length}`).join(', ')
    const number = `${this.#pages.length + 1}`
    this.#report(line(number, asOf?.slice(11, 23) ?? '', title, responses, held))
    this.#pages.push({ step: title, asOf: asOf ?? '', holdings })
  }

  /** Says when a change was that no item shows. */
  happenedAt(at: string): void {
    this.#lastAt = at
  }

  /** Fails unless the accounts are said to have held then what they held after each step. */
  async readBack(): Promise<number> {
    let compared = 0
    for (const { step, asOf, holdings } of this.#pages) {
      if (asOf === '') continue
      for (const [name, expected] of holdings) {
        const path = `/v1/fbo-accounts/${this.accounts.get(name)}/holdings?asOf=${asOf}`
        const found = await this.#holdingsOf(path)
        check(found, expected, `what ${name} held as of ${asOf}, after "${step}"`)
        compared += 1
      }
    }
    return compared
  }

  /** Without the descriptions, which are those of today. */
  async #holdingsOf(path: string): Promise<Holding[]> {
    return (await this.list(path)).map(({ description: _, ...holding }) => holding)
  }

  /** All entries of a list, over all its pages. */
  async list(path: string): Promise<Holding[]> {
    const entries: Holding[] = []
    for (let page = 1; ; page += 1) {
      const separator = path.includes('?') ? '&' : '?'
      const paged = `${path}${separator}limit=${ITEMS_PER_PAGE}&page=${page}`
      const { status, body } = await this.#send('keeper', 'GET', paged)
      check(status, 200, paged)
      entries.push(...body.data)
      if (!body.pagination.hasMore) return entries
    }
  }

  async #send(who: string, method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#vault.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.tokens.get(who)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
}

/** @throws {DayFailed} unless both are the same */
export function check(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return
  throw new DayFailed(`${what}: ${shown(found)} instead of ${shown(expected)}`)
}

/** Shows a long list by its first entries that differ. */
function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 2_000 ? `${text.slice(0, 2_000)}...` : text
}

/** The statuses in order, such as `201 x3 403`: equal ones in a row together. */
function counted(statuses: readonly string[]): string {
  const runs: { status: string; count: number }[] = []
  for (const status of statuses) {
    const last = runs.at(-1)
    if (last?.status === status) last.count += 1
    else runs.push({ status, count: 1 })
  }
  return runs.map(({ status, count }) => (count === 1 ? status : `${status} x${count}`)).join(' ')
}

function line(
  number: string,
  time: string,
  title: string,
  responses: string,
  held: string,
): string {
  const columns = [
    number.padStart(3),
    time.padEnd(12),
    title.padEnd(56),
    responses.padEnd(26),
    held,
  ]
  return columns.join('  ').trimEnd()
}
