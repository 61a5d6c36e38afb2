import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CheckGroups } from '../display/CheckGroups.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { ALL, PERMISSION_GROUPS, permissionsInWords } from './permission-groups.ts'

interface ChoiceProps {
  readonly value: readonly Permission[]
  readonly onChange: (permissions: Permission[]) => void
}

/** Checkboxes for permissions, a field of a form. Nobody grants one that they lack. */
export function PermissionChoice({ value, onChange }: ChoiceProps) {
  const held = useCaller().permissions
  const isLacking = (permission: Permission) => !held.includes(permission)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>Permissions</Text>
        {value.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
            Clear all
          </Button>
        )}
      </Group>
      {ALL.some(isLacking) && <Remark>You can only grant permissions that you have.</Remark>}
      <CheckGroups
        groups={PERMISSION_GROUPS}
        chosen={value}
        choose={onChange}
        whyNot={(each) => (isLacking(each) ? 'You do not have this permission' : undefined)}
      />
    </Stack>
  )
}

interface ListProps {
  readonly permissions: readonly Permission[]
  readonly title: ReactNode
  readonly note?: string | null
}

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

type HolderProps = { readonly permissions: readonly Permission[]; readonly children: ReactNode }

/** The actions of a row for those who have all of its permissions; others are told why not. */
export function ForHolders({ permissions, children }: HolderProps) {
  const held = useCaller().permissions
  const lacking = permissions.filter((each) => !held.includes(each))
  return lacking.length === 0 ? (
    <Group gap={6} wrap="nowrap">
      {children}
    </Group>
  ) : (
    <Remark title={lacking.join(', ')}>
      You cannot change it: it has permissions you do not have
    </Remark>
  )
}
