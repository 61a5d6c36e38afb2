import { useSessionStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useCaller } from '../session/caller.tsx'

const RECORD = /^\/(transfers|items|accounts|shipments)\/(?!new$)[^/]+$/
const KEPT = 8

/**
 * The paths of the records that this person opened last in this tab: ids alone, their names come
 * from the service.
 */
export function useRecent() {
  const { organizationId, person, tokenId } = useCaller()
  const [paths = [], set] = useSessionStorage<readonly string[] | undefined>({
    key: `recent ${organizationId} ${person?.id ?? tokenId}`,
    getInitialValueInEffect: false,
  })
  return { paths, set }
}

/** Notes the record that a path is of. */
export function useNoteRecent(path: string): void {
  const { set } = useRecent()
  useEffect(() => {
    if (!RECORD.test(path)) return
    set((before = []) => [path, ...before.filter((one) => one !== path)].slice(0, KEPT))
  }, [path, set])
}
