import type { Sql } from 'postgres'
import { adminConnection, connectTo, createDatabase, dropDatabase, testServer } from './server.ts'

/** Databases that come and go within a test, with its own connections to them. */
export class Databases {
  readonly #server = testServer()
  readonly #admin = adminConnection(this.#server)
  readonly #open = new Map<string, Sql>()
  #made = 0

  /** A copy of another one that nobody is connected to, or an empty one. */
  async make(template?: string): Promise<{ name: string; sql: Sql }> {
    this.#made += 1
    const name = `vault_test_${process.pid}_made_${this.#made}`
    await createDatabase(this.#admin, name, template)
    const sql = connectTo(this.#server, name, 3)
    this.#open.set(name, sql)
    return { name, sql }
  }

  /** Ends the test's connections to it, so that it can be copied. */
  async leave(name: string): Promise<void> {
    await this.#open.get(name)?.end()
  }

  async drop(name: string): Promise<void> {
    await this.leave(name)
    this.#open.delete(name)
    await dropDatabase(this.#admin, name)
  }

  async close(): Promise<void> {
    for (const name of [...this.#open.keys()]) await this.drop(name)
    await this.#admin.end()
  }
}
