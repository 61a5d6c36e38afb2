import { Group, Radio, Select, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PermissionChoice } from '../roles/PermissionChoice.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useRoles } from '../roles/use-roles.ts'
import type { Permission } from '../session/caller.tsx'

interface Powers {
  readonly by: 'role' | 'permissions'
  readonly role: string | null
  readonly permissions: readonly Permission[]
}

interface Props {
  readonly chosen: Powers
  readonly choose: (powers: Partial<Powers>) => void
  /** The error of the role, if the request was refused for it. */
  readonly error?: ReactNode
}

/** A role that says at any time what the token may do, or single permissions. */
export function TokenPowers({ chosen, choose, error }: Props) {
  const { roles, options } = useRoles()
  const { by, permissions } = chosen
  const role = roles.find(({ id }) => id === chosen.role)
  return (
    <Stack gap="xs">
      <Radio.Group
        label="It may do"
        value={by}
        onChange={(value) => choose({ by: value as Powers['by'] })}
      >
        <Group mt={4}>
          <Radio value="role" label="What a role allows" />
          <Radio value="permissions" label="Single permissions" />
        </Group>
      </Radio.Group>
      {by === 'role' ? (
        <Select
          label="Role"
          description={[
            ...(role === undefined ? [] : [permissionsInWords(role.permissions)]),
            'If the role is changed, the token changes with it.',
          ].join('. ')}
          placeholder="Choose a role"
          data={options}
          value={chosen.role}
          onChange={(id) => choose({ role: id })}
          error={error}
          searchable
          required
        />
      ) : (
        <PermissionChoice
          chosen={permissions}
          choose={(next) => choose({ permissions: [...next] })}
        />
      )}
    </Stack>
  )
}
