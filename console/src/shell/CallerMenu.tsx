import { ActionIcon, Button, Popover, Stack, Text } from '@mantine/core'
import { LogOut, UserRound } from 'lucide-react'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { signOut } from '../session/session.ts'

/** The identity of the caller, and the button to sign out. */
export function CallerMenu() {
  const { owner, tokenId, organizationName, organizationId, permissions, expiresAt } = useCaller()
  return (
    <Popover position="bottom-end" width={320} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your token" size="lg">
          <UserRound size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Your token">
        <Stack gap={4}>
          <Text fw={600}>{owner ?? 'Token without an owner'}</Text>
          <Text size="sm">
            {organizationName} <code>{organizationId}</code>
          </Text>
          <Text size="xs" c="dimmed">
            Token <code>{tokenId}</code>, expires <Time at={expiresAt} />
          </Text>
          <Text size="xs" c="dimmed">
            Permissions: {permissions.join(', ')}
          </Text>
          <Button
            variant="default"
            mt="xs"
            leftSection={<LogOut size={16} aria-hidden />}
            onClick={() => void signOut()}
          >
            Sign out
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
