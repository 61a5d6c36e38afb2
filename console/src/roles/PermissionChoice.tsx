import { Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PERMISSION_GROUPS } from './permission-groups.ts'

interface Props {
  readonly chosen: readonly Permission[]
  readonly choose: (permissions: readonly Permission[]) => void
}

/** Checkboxes for permissions. Nobody grants one that they lack. */
export function PermissionChoice({ chosen, choose }: Props) {
  const held = useCaller().permissions
  const missing = PERMISSION_GROUPS.some((group) =>
    group.permissions.some(([permission]) => !held.includes(permission)),
  )
  const toggle = (permission: Permission) =>
    choose(
      chosen.includes(permission)
        ? chosen.filter((each) => each !== permission)
        : [...chosen, permission],
    )
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
      {missing && (
        <Text size="xs" c="dimmed">
          You can only grant permissions that you have.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {PERMISSION_GROUPS.map(({ record, permissions }) => (
          <Fieldset key={record} legend={record} p="xs">
            <Stack gap={6}>
              {permissions.map(([permission, allows]) => (
                <Checkbox
                  key={permission}
                  size="sm"
                  label={allows}
                  title={permission}
                  checked={chosen.includes(permission)}
                  disabled={!held.includes(permission)}
                  description={
                    held.includes(permission) ? undefined : 'You do not have this permission'
                  }
                  onChange={() => toggle(permission)}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
