import { useEffect, useRef, useState } from 'react'
import type { ImportFile } from './read-rows.ts'
import { type Outcome, sendRows } from './send-rows.ts'

/** Sends rows of a file, and keeps what became of each. */
export function useSending(file: ImportFile, changed: (isRunning: boolean) => Promise<void>) {
  const [outcomes] = useState(() => new Map<number, Outcome>())
  const [state, setState] = useState({ isRunning: false, hasRun: false, done: 0, total: 0 })
  const [error, setError] = useState<unknown>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  const send = async (places: ReadonlySet<number>) => {
    if (state.isRunning) return
    const controller = new AbortController()
    stopping.current = controller
    setState({ isRunning: true, hasRun: true, done: 0, total: places.size })
    setError(undefined)
    void changed(true)
    try {
      await sendRows(
        {
          ...{ file, places, signal: controller.signal },
          progress: (rows) =>
            setState((before) => ({ ...before, done: before.done + rows.length })),
        },
        outcomes,
      )
    } catch (failure) {
      setError(failure)
    } finally {
      setState((before) => ({ ...before, isRunning: false }))
      void changed(false)
    }
  }

  const made = new Set(
    [...outcomes].flatMap(([place, outcome]) => ('id' in outcome ? [place] : [])),
  )
  return { ...state, error, outcomes, made, send, stop: () => stopping.current?.abort() }
}
