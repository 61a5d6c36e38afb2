import type { ApiResponse } from '../vault/api-client.ts'
import { OrganizationSetup } from './organization-setup.ts'

/** People of a new organization. */
export class PeopleSetup extends OrganizationSetup {
  #invited = 0

  /** Asks for something of the people; `path` is what follows `/people`. */
  async send(method: string, path: string, body?: object): Promise<ApiResponse> {
    return await this.ask(method, `/v1/people${path}`, body && { body })
  }

  /** Invites a person; the response's `data`. */
  async invite(roles: readonly string[] = ['auditor'], name = 'Ada Lindqvist') {
    this.#invited += 1
    const email = `ada.${this.#invited}@example.com`
    const response = await this.send('POST', '', { email, name, roles })
    if (response.status !== 201) throw new Error(response.text)
    return response.body.data
  }

  /** A token of the person. */
  async tokenOf(personId: string) {
    const { records, sql } = this.vault
    const token = await records.token(this.organizationId)
    await sql`update access_tokens set person_id = ${personId} where id = ${token.id}`
    return token
  }

  /** The newest event of the person. */
  async lastEvent(personId: string) {
    return (await this.eventsAbout(personId)).at(-1)
  }
}
