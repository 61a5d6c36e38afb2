import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { useUnsavedChanges } from '../display/forms.ts'
import type { Creation, CreationBody } from './dry-run.ts'

/**
 * Creates a record from the chosen items, once, and opens it. Until then, it asks before the page
 * is left.
 * @param body the request as it stands now; undefined while something is missing
 * @param isDirty whether the person chose or wrote any of it
 */
export function useCreate<O extends Creation>(
  operation: O,
  body: CreationBody<O> | undefined,
  to: '/transfers/$id' | '/shipments/$id',
  isDirty: boolean,
) {
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
        onError: () => {
          // The check runs again now, and shows each violation beside its item.
          isSent.current = false
        },
      },
    )
  }
  // A refusal is about the choice that was sent, not about a later one.
  const isForThis = JSON.stringify(create.variables?.body) === JSON.stringify(body)
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    refusedAt: create.isError ? create.submittedAt : 0,
    error: isForThis ? withoutViolations(create.error) : null,
  }
}

/** The violations are shown beside their items. */
function withoutViolations(error: ProblemError | null): ProblemError | null {
  return error === null ? null : new ProblemError({ ...error.problem, errors: [], errorsTotal: 0 })
}
