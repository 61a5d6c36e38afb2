import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { useUnsavedChanges } from '../display/forms.ts'
import type { Creation, CreationBody } from './dry-run.ts'

interface Options {
  readonly operation: Creation
  /** The page of the new record. */
  readonly to: '/transfers/$id' | '/shipments/$id'
  /** The request as it stands now; undefined while something is missing. */
  readonly body: CreationBody | undefined
  /** Whether the person chose or wrote any of it. */
  readonly isDirty: boolean
}

/**
 * Creates a record from the chosen items, once, and opens it. Until then, it asks before the page
 * is left.
 */
export function useCreate({ operation, to, body, isDirty }: Options) {
  const navigate = useNavigate()
  const isSent = useRef(false)
  const create = useChange<Creation>(operation, ['inventory-items', 'fbo-accounts'])
  useUnsavedChanges(
    isDirty || create.isPending,
    create.isPending
      ? 'This is still being created. If you leave now, check the list to see whether it worked. Leave?'
      : undefined,
  )
  const send = () => {
    if (isSent.current || body === undefined) return
    isSent.current = true
    create.mutate(
      { body },
      {
        // Neither is called after the page is left.
        onSuccess: ({ body }) =>
          void navigate({ to, params: { id: body.data.id }, ignoreBlocker: true }),
        // The check runs again now, and shows each violation beside its item.
        onError: () => {
          isSent.current = false
        },
      },
    )
  }
  // A refusal is about the choice that was sent, not about a later one.
  const isForThis = JSON.stringify(create.variables?.body) === JSON.stringify(body)
  const { problem } = (isForThis && create.error) || {}
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    refusedAt: create.isError ? create.submittedAt : 0,
    // The violations are shown beside their items.
    error: problem && new ProblemError({ ...problem, errors: [], errorsTotal: 0 }),
  }
}
