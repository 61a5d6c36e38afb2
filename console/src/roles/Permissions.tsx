import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CheckGroups } from '../display/CheckGroups.tsx'
import { Remark } from '../display/Remark.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { ALL, PERMISSION_GROUPS, permissionsInWords } from './permission-groups.ts'

interface Props {
  readonly chosen: readonly Permission[]
  readonly choose: (permissions: Permission[]) => void
}

/** Checkboxes for permissions. Nobody grants one that they lack. */
export function PermissionChoice({ chosen, choose }: Props) {
  const held = useCaller().permissions
  const whyNot = (permission: Permission) =>
    held.includes(permission) ? undefined : 'You do not have this permission'
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Permissions
        </Text>
        {chosen.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => choose([])}>
            Clear all
          </Button>
        )}
      </Group>
      {ALL.some(([permission]) => !held.includes(permission)) && (
        <Remark>You can only grant permissions that you have.</Remark>
      )}
      <CheckGroups groups={PERMISSION_GROUPS} chosen={chosen} choose={choose} whyNot={whyNot} />
    </Stack>
  )
}

interface ListProps {
  readonly permissions: readonly Permission[]
  /** The role or its description, above its permissions. */
  readonly title: ReactNode
  readonly note?: string | null
}

/** Permissions in words, in a table. */
export function PermissionList({ permissions, title, note }: ListProps) {
  const words = permissionsInWords(permissions) || 'None'
  return (
    <div style={{ maxWidth: 400 }} title={permissions.join(', ')}>
      <bdi>{title}</bdi>
      {title === null ? <Text size="xs">{words}</Text> : <Remark>{words}</Remark>}
      {note && <Remark>{note}</Remark>}
    </div>
  )
}

interface HolderProps {
  readonly permissions: readonly Permission[]
  readonly children: ReactNode
}

/** The actions of a row for those who have all of its permissions; others are told why not. */
export function ForHolders({ permissions, children }: HolderProps) {
  const held = useCaller().permissions
  const lacking = permissions.filter((each) => !held.includes(each))
  return lacking.length === 0 ? (
    <Group gap={6} wrap="nowrap">
      {children}
    </Group>
  ) : (
    <Text size="xs" c="dimmed" title={lacking.join(', ')}>
      You cannot change it: it has permissions you do not have
    </Text>
  )
}
