import { Badge, Button, Group, Loader, Modal, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendCookie } from '../api/request.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'
import { browserName } from './browser-name.ts'

interface OwnSession {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly userAgent: string | null
  readonly address: string
  readonly isCurrent: boolean
}

const KEY = ['own sessions']

/** The browsers in which the person is signed in; each other one can be signed out. */
export function OwnSessions({
  isOpen,
  close,
}: {
  readonly isOpen: boolean
  readonly close: () => void
}) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Your sessions"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <List />}
    </Modal>
  )
}

function List() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const found = await sendCookie('POST', '/session/list')
      return (found as { readonly data: readonly OwnSession[] }).data
    },
  })
  const ending = useMutation({
    mutationFn: (id: string) => sendCookie('DELETE', `/session/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  if (error !== null) return <ProblemAlert error={error} />
  if (data === undefined) return <Loader aria-label="Loading" />
  return (
    <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      <ProblemAlert error={ending.error} />
      {data.map((session) => (
        <Paper key={session.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={2}>
              <Text fw={600}>{browserName(session.userAgent)}</Text>
              <Text size="sm">{session.address}</Text>
              <Text size="xs" c="dimmed">
                Signed in <Time at={session.createdAt} />, last used{' '}
                <Time at={session.lastUsedAt} relative="only" />, ends{' '}
                <Time at={session.expiresAt} />
              </Text>
            </Stack>
            {session.isCurrent ? (
              <Badge variant="light" color="green" autoContrast>
                This browser
              </Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={ending.isPending && ending.variables === session.id}
                onClick={() => ending.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
