import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import { LogOut, UserRound } from 'lucide-react'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { signOut } from '../session/session.ts'

/** Who one is, and the way out. */
export function CallerMenu() {
  const { owner, tokenId, organizationName, organizationId, permissions, expiresAt } = useCaller()
  return (
    <Menu position="bottom-end" width={320} withArrow>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your token" size="lg">
          <UserRound size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={2} p="xs">
          <Text fw={600}>{owner ?? 'A token without an owner'}</Text>
          <Text size="sm">
            {organizationName} <code>{organizationId}</code>
          </Text>
          <Text size="xs" c="dimmed">
            Token <code>{tokenId}</code>, until <Time at={expiresAt} />
          </Text>
          <Text size="xs" c="dimmed" mah={180} style={{ overflowY: 'auto' }}>
            May: {permissions.join(', ')}
          </Text>
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
