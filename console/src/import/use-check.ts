import { useEffect, useRef, useState } from 'react'
import type { Fault, ImportFile } from './read-rows.ts'
import { checkRows } from './send-rows.ts'

/** The faults of a file: those that the browser knows, and those that the service finds. */
export function useCheck(file: ImportFile, may: boolean) {
  const [found, setFound] = useState<readonly Fault[]>([])
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(may)
  const [done, setDone] = useState(0)
  const stopping = useRef<AbortController>(undefined)

  const ask = async (asked: ReadonlySet<number>): Promise<ReadonlySet<number> | undefined> => {
    stopping.current?.abort()
    const controller = new AbortController()
    stopping.current = controller
    const { signal } = controller
    const unknowable = faultyPlaces(file.faults)
    const places = new Set([...asked].filter((place) => !unknowable.has(place)))
    setRunning(true)
    setError(undefined)
    setDone(0)
    try {
      const faults = await checkRows({
        ...{ file, places, signal },
        progress: (rows) => !signal.aborted && setDone((before) => before + rows.length),
      })
      if (signal.aborted) return undefined
      setFound(faults)
      return faultyPlaces([...file.faults, ...faults])
    } catch (failure) {
      if (!signal.aborted) setError(failure)
      return undefined
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file, which is the key
  useEffect(() => {
    const isHeaderFaulty = file.faults.some(({ place }) => place === undefined)
    if (may && !isHeaderFaulty) void ask(new Set(file.rows.map(({ place }) => place)))
    else setRunning(false)
    return () => stopping.current?.abort()
  }, [])

  const faults = [...file.faults, ...found]
  return { faults, faultyPlaces: faultyPlaces(faults), error, isRunning, done, again: ask }
}

function faultyPlaces(faults: readonly Fault[]): ReadonlySet<number> {
  return new Set(faults.flatMap(({ place }) => (place === undefined ? [] : [place])))
}
