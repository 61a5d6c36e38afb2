import type { Permission } from '../../../src/domain/permissions.ts'
import type { TestVault } from '../vault/vault.ts'

/** People of a new organization, managed by a token with every permission. */
export class PeopleSetup {
  readonly organizationId: string
  readonly token: string
  readonly tokenId: string
  readonly #vault: TestVault
  #invited = 0

  private constructor(
    vault: TestVault,
    organizationId: string,
    manager: { id: string; token: string },
  ) {
    this.#vault = vault
    this.organizationId = organizationId
    this.token = manager.token
    this.tokenId = manager.id
  }

  static async open(vault: TestVault): Promise<PeopleSetup> {
    const organizationId = await vault.records.organization()
    return new PeopleSetup(vault, organizationId, await vault.records.token(organizationId))
  }

  async ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, token = this.token) {
    const request = body === undefined ? { token } : { token, body }
    return await this.#vault.api.request(method, `/v1/people${path}`, request)
  }

  /** Invites a person; the response's `data`. */
  async invite(roles: readonly string[] = ['auditor'], name = 'Ada Lindqvist') {
    this.#invited += 1
    const email = `ada.${this.#invited}@example.com`
    const response = await this.ask('POST', '', { email, name, roles })
    if (response.status !== 201) throw new Error(response.text)
    return response.body.data
  }

  /** A token of the person. */
  async tokenOf(personId: string, permissions?: readonly Permission[]) {
    const token = await this.#vault.records.token(this.organizationId, permissions)
    await this.#vault.sql`update access_tokens set person_id = ${personId} where id = ${token.id}`
    return token
  }

  /** A token that manages people, and has no other permission. */
  async lesser() {
    return await this.#vault.records.token(this.organizationId, ['people:manage'])
  }

  /** The newest event of the person. */
  async lastEvent(personId: string) {
    const { api } = this.#vault
    const events = await api.get(`/v1/events?subjectId=${personId}`, { token: this.token })
    return events.body.data.at(-1)
  }
}
