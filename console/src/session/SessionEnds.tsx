import { Alert, Button, Group } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { Time } from '../display/Time.tsx'
import { closeEnd, sinceTradeMs } from './bearer.ts'
import { ask } from './session.ts'

const CLOSE_MS = 5 * 60_000
const LOOK_EVERY_MS = 5_000
/** Another page of the person may have moved the idle end since this one heard of it. */
const UNSURE_MS = 60_000

/** Says before the session ends, and goes on with it where that is possible. */
export function SessionEnds() {
  const [end, setEnd] = useState(() => closeEnd(CLOSE_MS))
  const look = () => setEnd(closeEnd(CLOSE_MS))
  useInterval(
    () => {
      look()
      // Asked so often, the end is known by the time that it is close.
      if (sinceTradeMs() > (end === undefined ? CLOSE_MS : UNSURE_MS)) void ask()
    },
    LOOK_EVERY_MS,
    { autoInvoke: true },
  )
  if (end === undefined) return null
  return (
    <Alert color="orange" mb="md" role="status" title="Your session ends soon">
      <Group justify="space-between">
        <span>
          At <Time at={Date.now() + end.inMs} />
          {end.isForGood ? ': it cannot last longer.' : ', as nobody uses this page.'} What you have
          entered stays on the page until you sign in again.
        </span>
        {!end.isForGood && (
          <Button size="xs" onClick={() => void ask().then(look)}>
            Stay signed in
          </Button>
        )}
      </Group>
    </Alert>
  )
}
