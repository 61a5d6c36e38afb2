import { Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, sendCookie } from '../api/request.ts'
import type { PersonSession } from '../api/schema.ts'
import { timeColumn } from '../display/columns.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'

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
  const queryFn = async () => listOf(await readSessions(personId)).data
  const list = useQuery({ queryKey, queryFn })
  const ending = useMutation({
    mutationFn: (id: string) => endSession(personId, id),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const columns: Column<Session>[] = [
    {
      header: 'Browser',
      cell: ({ userAgent, address }) => (
        <>
          {browserName(userAgent)}
          <Remark>{address}</Remark>
        </>
      ),
    },
    timeColumn('Signed in', 'createdAt'),
    timeColumn('Last used', 'lastUsedAt'),
    timeColumn('Ends', 'expiresAt'),
    {
      header: 'Actions',
      cell: ({ id, isCurrent, userAgent }) =>
        isCurrent ? (
          <StatusBadge status="this_browser" />
        ) : (
          <RowButton
            label="Sign out"
            of={browserName(userAgent)}
            loading={ending.isPending && ending.variables === id}
            onClick={() => ending.mutate(id)}
          />
        ),
    },
  ]
  return (
    <>
      <ProblemAlert error={ending.error} />
      <RecordTable
        label="Sessions"
        list={list}
        columns={columns}
        empty={<Text>Signed in nowhere.</Text>}
      />
    </>
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
