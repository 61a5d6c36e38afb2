import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiResponse, type ProblemError, request } from '../api/request.ts'
import { useCaller } from '../session/caller.tsx'
import { type Begun, begunImport, noteBegun } from './begun-import.ts'

type Sent = Begun & { readonly file: File }

/** The import of this tab. Sending the same file again imports nothing twice. */
export function useImport() {
  const { organizationId } = useCaller()
  const queries = useQueryClient()
  const [begun, setBegun] = useState(() => begunImport(organizationId))
  const sending = useMutation<ApiResponse<'POST /v1/imports'>, ProblemError, Sent>({
    // Without a connection it fails: if it was paused, it would be sent when nobody looks any more.
    networkMode: 'always',
    mutationFn: ({ id, kind, file }) =>
      request('POST /v1/imports', { query: { kind }, file, idempotencyKey: id }),
    onSettled: () => void queries.invalidateQueries(),
  })
  // Another page of the console does not end the upload; closing the tab does.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: sending.isPending })
  const note = (next: Begun | undefined) => {
    noteBegun(organizationId, next)
    setBegun(next)
    sending.reset()
  }
  const send = ({ file, ...next }: Sent) => {
    note(next)
    sending.mutate({ file, ...next })
  }
  return { begun, sending, send, forget: () => note(undefined) }
}

export type Sending = ReturnType<typeof useImport>['sending']
