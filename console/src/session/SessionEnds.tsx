import { Alert, Button, Group } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../display/Time.tsx'
import { idleEndInMs } from './bearer.ts'
import { readSessions } from './Sessions.tsx'
import { ask, useSession } from './session.ts'

const CLOSE_MS = 5 * 60_000
const LOOK_EVERY_MS = 5_000
/** Another page of the person may have moved the idle end since this one heard of it. */
const ASK_EVERY = 12

/** Says before the session ends, and goes on with it where that is possible. */
export function SessionEnds() {
  const { id } = useSession()
  const [look, setLook] = useState(0)
  const queryFn = () => readSessions(undefined)
  const { data } = useQuery({
    queryKey: ['own sessions', id],
    queryFn,
    staleTime: 'static',
    // A session lasts for hours: most pages are left before it matters.
    enabled: look > ASK_EVERY,
  })
  const idleMs = idleEndInMs(CLOSE_MS)
  useInterval(
    () => {
      setLook(look + 1)
      if (idleMs !== undefined && look % ASK_EVERY === 0) void ask()
    },
    LOOK_EVERY_MS,
    { autoInvoke: true },
  )
  const expiresAt = data?.find(({ isCurrent }) => isCurrent)?.expiresAt ?? ''
  const leftMs = Date.parse(expiresAt) - Date.now()
  const isLast = leftMs < CLOSE_MS
  if (!isLast && idleMs === undefined) return null
  const at = isLast ? expiresAt : new Date(Date.now() + (idleMs ?? 0)).toISOString()
  return (
    <Alert color="orange" mb="md" role="status" title="Your session ends soon">
      <Group justify="space-between">
        <span>
          At <Time at={at} />
          {isLast ? ': it cannot last longer.' : ', as nobody uses this page.'} What you have
          entered stays on the page until you sign in again.
        </span>
        {!isLast && (
          <Button size="xs" onClick={() => void ask()}>
            Stay signed in
          </Button>
        )}
      </Group>
    </Alert>
  )
}
