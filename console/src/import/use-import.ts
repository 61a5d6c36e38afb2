import { useSessionStorage } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { type ApiResponse, type ProblemError, request } from '../api/request.ts'
import type { Import } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'
import { KINDS, type KindName, kindOf } from './import-kinds.ts'

/** An import that this tab sent: shown until the person chooses another file. */
interface Begun extends Pick<Import, 'id' | 'kind'> {
  readonly fileName: string
}

type Sent = Begun & { readonly file: File }

/** The import of this tab: the file, and what was sent. Sending it again imports nothing twice. */
export function useImport() {
  const [chosenKind, setKind] = useState<KindName>('inventory-items')
  // None after a reload: the browser does not keep files.
  const [file, setFile] = useState<File>()
  const { organizationId } = useCaller()
  const queries = useQueryClient()
  // The session storage outlives a reload, and belongs to this tab.
  const [begun, note, forget] = useSessionStorage<Begun>({
    key: `vault-inventory.import${BASE_PATH} ${organizationId}`,
    getInitialValueInEffect: false,
  })
  const sending = useMutation<ApiResponse<'POST /v1/imports'>, ProblemError, Sent>({
    // Without a connection it fails: if it was paused, it would be sent when nobody looks any more.
    networkMode: 'always',
    mutationFn: ({ id, kind, file }) =>
      request('POST /v1/imports', { query: { type: KINDS[kind].type }, file, idempotencyKey: id }),
    onSettled: () => void queries.invalidateQueries(),
  })
  // Another page of the console does not end the upload; closing the tab does.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: sending.isPending })
  const name = begun?.kind ?? chosenKind
  return {
    begun,
    sending,
    file,
    name,
    kind: KINDS[name],
    setKind,
    choose: async (chosen: File) => {
      setKind((await kindOf(chosen)) ?? name)
      setFile(chosen)
    },
    send: ({ file, ...next }: Sent) => {
      note(next)
      sending.mutate({ file, ...next })
    },
    forget: () => {
      setFile(undefined)
      forget()
      sending.reset()
    },
  }
}

export type Importing = ReturnType<typeof useImport>

/**
 * The key of a file. It is the same whoever sends the file, from any tab: the service imports it
 * once, and goes on where an earlier request ended.
 */
export function keyOf({ kind, contentSha256 }: Import): string {
  return `${kind}-${contentSha256?.slice(0, 40)}`
}
