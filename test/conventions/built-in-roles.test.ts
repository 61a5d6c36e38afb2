import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/domain/built-in-roles.ts'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'

test("docs/OPERATIONS.md shows each permission of the built-in roles; all are the operator's", () => {
  const { operator, ...others } = BUILT_IN_ROLES
  assert.equal(operator.permissions, PERMISSIONS)
  const roles = Object.entries(others)
  const rows = PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    ...roles.map(([, { permissions }]) => mark(permissions, permission)),
  ])
  const table = [['Permission', ...roles.map(([name]) => `\`${name}\``)], ...rows]
  const text = readFileSync('docs/OPERATIONS.md', 'utf8')
  const [section = ''] = text.split('### Built-in roles\n')[1]?.split('\n#') ?? []
  const shown = section.split('\n').filter((line) => /^\|[^-]/.test(line))
  assert.deepEqual(
    shown,
    table.map((cells) => `| ${cells.join(' | ')} |`),
  )
})

function mark(permissions: readonly Permission[], permission: Permission): string {
  return permissions.includes(permission) ? 'yes' : '-'
}
