import { Badge, Button, Group, Loader, Modal, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendCookie } from '../api/request.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'
import { browserName } from './browser-name.ts'

interface Session {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly userAgent: string | null
  readonly address: string
  readonly isCurrent?: boolean
}

const loadOwn = async () => {
  const found = await sendCookie('POST', '/session/list')
  return (found as { readonly data: readonly Session[] }).data
}
const endOwn = (id: string) => sendCookie('DELETE', `/session/${id}`)

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
      {isOpen && <SessionList load={loadOwn} end={endOwn} />}
    </Modal>
  )
}

interface ListProps {
  /** The person whose sessions they are; undefined for one's own. */
  readonly personId?: string
  readonly load: () => Promise<readonly Session[]>
  readonly end: (id: string) => Promise<unknown>
}

/** Sessions; each but the one of this browser can be ended. */
export function SessionList({ personId, load, end }: ListProps) {
  const queries = useQueryClient()
  const queryKey = ['sessions', personId]
  const { data, error } = useQuery({
    queryKey,
    queryFn: load,
  })
  const ending = useMutation({
    mutationFn: end,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (error !== null) return <ProblemAlert error={error} />
  if (data === undefined) return <Loader aria-label="Loading" />
  if (data.length === 0) return <Text size="sm">Signed in nowhere.</Text>
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
