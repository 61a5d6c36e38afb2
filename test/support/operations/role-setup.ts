import assert from 'node:assert/strict'
import { BUILT_IN_ROLES } from '../../../src/domain/built-in-roles.ts'
import type { Permission } from '../../../src/domain/permissions.ts'
import type { ApiRequest, ApiResponse } from '../vault/api-client.ts'
import type { TestVault } from '../vault/vault.ts'

export const ROLES = '/v1/roles'

/** An organization with a token that may do everything, and its roles. */
export class RoleSetup {
  readonly #vault: TestVault
  readonly organizationId: string
  readonly tokenId: string
  readonly token: string
  #made = 0

  private constructor(vault: TestVault, organizationId: string, token: [string, string]) {
    this.#vault = vault
    this.organizationId = organizationId
    this.tokenId = token[0]
    this.token = token[1]
  }

  static async open(vault: TestVault): Promise<RoleSetup> {
    const organizationId = await vault.records.organization()
    const { id, token } = await vault.records.token(organizationId)
    return new RoleSetup(vault, organizationId, [id, token])
  }

  /** The secret of a token with these permissions. */
  async tokenWith(permissions: readonly Permission[]): Promise<string> {
    return (await this.#vault.records.token(this.organizationId, permissions)).token
  }

  /** The built-in roles as the organization sees them. */
  builtIn() {
    return Object.entries(BUILT_IN_ROLES)
      .map(([id, { description, permissions }]) => ({
        ...{ id, organizationId: this.organizationId, name: id, description, permissions },
        ...{ isBuiltIn: true, createdAt: null, changedAt: null },
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async ask(method: string, path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return await this.#vault.api.request(method, path, { token: this.token, ...request })
  }

  /** A role with these permissions. */
  async role(permissions: readonly Permission[], name?: string) {
    this.#made += 1
    const body = { name: name ?? `Role ${this.#made}`, permissions }
    const response = await this.ask('POST', ROLES, { body })
    assert.equal(response.status, 201, response.text)
    return response.body.data
  }

  /** The events of a role, the oldest first: what they say of it. */
  async eventsOf(roleId: string) {
    const { body } = await this.ask('GET', `/v1/events?subjectId=${roleId}`)
    return body.data.map((event: Record<string, { tokenId?: string; type?: string }>) => ({
      type: event.type,
      tokenId: event.actor?.tokenId,
      subjectType: event.subject?.type,
      data: event.data,
    }))
  }
}
