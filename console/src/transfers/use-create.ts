import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { useUnsent } from '../display/use-unsent.ts'
import type { Creation, CreationBody } from './dry-run.ts'

/**
 * Creates a record out of chosen items, once, and goes to it. Asks before the page is left while
 * that is not done.
 * @param body what is chosen now; undefined where something is missing
 * @param isDirty whether a person chose or wrote some of it
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
  useUnsent(
    isDirty || create.isPending,
    create.isPending
      ? 'This is being sent. Leave, and look in the list what became of it?'
      : undefined,
  )
  const send = () => {
    if (isSent.current || body === undefined) return
    isSent.current = true
    create.mutate(
      { body },
      {
        // Neither is called once the page is left.
        onSuccess: ({ body }) =>
          void navigate({ to, params: { id: body.data.id }, ignoreBlocker: true }),
        onError: () => {
          // The check, which runs again now, shows why beside what it is about.
          isSent.current = false
        },
      },
    )
  }
  // A refusal is of what was sent: it does not stand beside a choice that is another.
  const isOfThis = JSON.stringify(create.variables?.body) === JSON.stringify(body)
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    refusedAt: create.isError ? create.submittedAt : 0,
    error: isOfThis ? withoutFaults(create.error) : null,
  }
}

/** The faults stand beside what they are about. */
function withoutFaults(error: ProblemError | null): ProblemError | null {
  return error === null ? null : new ProblemError({ ...error.problem, errors: [], errorsTotal: 0 })
}
