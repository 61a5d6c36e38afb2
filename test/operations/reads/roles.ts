import assert from 'node:assert/strict'
import { BUILT_IN_ROLES } from '../../../src/domain/permissions.ts'
import type { Reads } from '../../support/reads/desk.ts'

const LIST = '/v1/roles'
const at = (day: number) => `2026-01-0${day}T03:04:05.678Z`

export const ROLES: Reads = {
  'Roles: the built-in ones by id, then those of the organization, to any token': async (desk) => {
    const { organizationId, records, insert, api } = desk
    const { token } = await records.token(organizationId, [])
    const builtIn = Object.entries(BUILT_IN_ROLES)
      .map(([id, { description, permissions }]) => ({
        ...{ id, organizationId, name: id, description, permissions, isBuiltIn: true },
        ...{ createdAt: null, changedAt: null },
      }))
      .sort((one, another) => (one.id < another.id ? -1 : 1))
    const own: object[] = []
    for (const [id, permissions] of [
      ['role_z', ['events:read']],
      ['role_a', ['fbo_accounts:read', 'outbound_shipments:read']],
    ] as const) {
      const moments = { createdAt: at(own.length + 1), changedAt: at(5) }
      const role = { id, name: `The ${id}`, permissions }
      await insert('roles', { ...role, nameFolded: id, version: 4, ...moments })
      const described = { name: role.name, description: null, permissions, isBuiltIn: false }
      own.push({ id, organizationId, ...described, ...moments })
    }
    await records.role(await records.organization(), ['events:read'])
    // The ETag of a built-in role stands for its permissions.
    const etags = await Promise.all(
      ['auditor', 'desk'].map(async (id) => (await api.get(`${LIST}/${id}`, { token })).headers),
    )
    const [etag = '', other] = etags.map((headers) => headers.get('etag') as string)
    assert.notEqual(etag, other)
    assert.equal((await api.get(`${LIST}/Auditor`, { token })).status, 404)
    const auditor = builtIn.find(({ id }) => id === 'auditor')
    return [
      { token, path: LIST, page: [...builtIn, ...own] },
      { token, path: `${LIST}/auditor`, etag, data: auditor },
      { token, path: `${LIST}/role_a`, etag: '"4"', data: own[1] },
    ]
  },
}
