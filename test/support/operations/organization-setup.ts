import type { ApiRequest, ApiResponse } from '../vault/api-client.ts'
import type { TestVault } from '../vault/vault.ts'

/** A new organization with a token that may do everything. */
export class OrganizationSetup {
  readonly vault: TestVault
  readonly organizationId: string
  readonly tokenId: string
  readonly token: string

  constructor(vault: TestVault, owner: Awaited<ReturnType<TestVault['records']['owner']>>) {
    this.vault = vault
    this.organizationId = owner.organizationId
    this.tokenId = owner.id
    this.token = owner.token
  }

  static async open<Setup>(
    this: new (
      ...parts: ConstructorParameters<typeof OrganizationSetup>
    ) => Setup,
    vault: TestVault,
  ): Promise<Setup> {
    return new this(vault, await vault.records.owner())
  }

  /** Sends a request with its token, or with another one. */
  async ask(method: string, path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return await this.vault.api.request(method, path, { token: this.token, ...request })
  }

  /** The events about a record, the oldest first. */
  async eventsAbout(subjectId: string) {
    return (await this.ask('GET', `/v1/events?subjectId=${subjectId}`)).body.data
  }
}
