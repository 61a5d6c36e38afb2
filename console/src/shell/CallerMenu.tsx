import { ActionIcon, Button, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { LogOut, UserRound } from 'lucide-react'
import { AppLink, Remark } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useDialog } from '../display/use-dialog.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useCaller } from '../session/caller.tsx'
import { Sessions } from '../session/Sessions.tsx'
import { signOut } from '../session/session.ts'

export function CallerMenu() {
  const { person, owner, tokenId, organizationName, organizationId, ...token } = useCaller()
  const [isOpen, { close, toggle }] = useDisclosure()
  const { dialog, open } = useDialog()
  return (
    <>
      {dialog}
      <Popover
        opened={isOpen}
        onChange={(opened) => !opened && close()}
        position="bottom-end"
        width={320}
        withArrow
        trapFocus
      >
        <Popover.Target>
          <ActionIcon aria-label="Your token" onClick={toggle}>
            <UserRound size={18} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Your token">
          <Stack gap={4}>
            <Text fw={600}>{person?.name ?? owner ?? 'Token without an owner'}</Text>
            <Text>
              {organizationName} <code>{organizationId}</code>
            </Text>
            <Remark>
              Token <code>{tokenId}</code>, expires <Time at={token.expiresAt} />
            </Remark>
            <Remark>{permissionsInWords(token.permissions)}</Remark>
            {person !== null && (
              <AppLink to="/passkeys" onClick={close}>
                Passkeys
              </AppLink>
            )}
            <Button
              variant="default"
              mt="xs"
              onClick={() => {
                close()
                open('Your sessions', <Sessions />, 'xl')
              }}
            >
              Your sessions
            </Button>
            <Button
              variant="default"
              leftSection={<LogOut size={16} aria-hidden />}
              onClick={() => void signOut()}
            >
              Sign out
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
