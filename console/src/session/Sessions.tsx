import { Badge, Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, sendCookie } from '../api/request.ts'
import type { PersonSession } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'

type Known = 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent' | 'address'
type Session = Pick<PersonSession, Known> & { readonly isCurrent?: boolean }

async function readSessions(personId: string | undefined): Promise<readonly Session[]> {
  if (personId === undefined) {
    return (await sendCookie<{ readonly data: Session[] }>('POST', '/session/list')).data
  }
  const args = { path: { id: personId }, query: { limit: 100 } } as const
  const { body } = await request('GET /v1/people/{id}/sessions', args)
  return body.data.filter(({ endedAt }) => endedAt === null)
}

async function endSession(personId: string | undefined, sessionId: string): Promise<unknown> {
  if (personId === undefined) return await sendCookie('DELETE', `/session/${sessionId}`)
  const args = { path: { id: personId, sessionId }, body: {} }
  return await request('DELETE /v1/people/{id}/sessions/{sessionId}', args)
}

/** The sessions of a person, else one's own; each but the one of this browser can be ended. */
export function Sessions({ personId }: { readonly personId?: string }) {
  const queries = useQueryClient()
  const queryKey = ['sessions', personId]
  const { data, error } = useQuery({ queryKey, queryFn: () => readSessions(personId) })
  const ending = useMutation({
    mutationFn: (id: string) => endSession(personId, id),
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
                <Time at={session.lastUsedAt} />, ends <Time at={session.expiresAt} />
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

// The order matters: each names those below it, too.
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
}

/** "Firefox on Windows" of what a browser says of itself, else that. */
function browserName(userAgent: string | null): string {
  const named = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([sign]) => userAgent?.includes(sign))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (browser === undefined) return userAgent ?? 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
