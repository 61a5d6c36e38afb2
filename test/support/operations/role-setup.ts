import assert from 'node:assert/strict'
import type { Permission } from '../../../src/domain/permissions.ts'
import { OrganizationSetup } from './organization-setup.ts'

export const ROLES = '/v1/roles'

/** An organization and its roles. */
export class RoleSetup extends OrganizationSetup {
  #made = 0

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
    const events = await this.eventsAbout(roleId)
    return events.map((event: Record<string, { tokenId?: string; type?: string }>) => ({
      type: event.type,
      tokenId: event.actor?.tokenId,
      subjectType: event.subject?.type,
      data: event.data,
    }))
  }
}
