import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { refuseOffer, signIn, useSession } from './session.ts'

/** Asks before a link changes who one is: it can be anybody's. */
export function OfferedToken() {
  const { offered } = useSession()
  return (
    <Modal opened={offered !== undefined} onClose={refuseOffer} title="Sign in with another token?">
      <Stack>
        <Text size="sm">
          You opened a link with another access token. With it you may be somebody else, in another
          organization.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={refuseOffer}>
            Stay who I am
          </Button>
          <Button onClick={() => offered !== undefined && signIn(offered)} data-autofocus>
            Sign in with it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
