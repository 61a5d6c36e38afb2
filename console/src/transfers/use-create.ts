import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { Creation, CreationBody } from './dry-run.ts'

/**
 * Creates a record out of chosen items, once, and goes to it.
 * @param body what is chosen now; undefined where something is missing
 */
export function useCreate<O extends Creation>(
  operation: O,
  body: CreationBody<O> | undefined,
  to: '/transfers/$id' | '/shipments/$id',
) {
  const navigate = useNavigate()
  const isSent = useRef(false)
  const create = useChange<Creation>(operation, ['inventory-items', 'fbo-accounts'])
  const send = async () => {
    if (isSent.current || body === undefined) return
    isSent.current = true
    try {
      const answer = await create.mutateAsync({ body })
      await navigate({ to, params: { id: answer.body.data.id } })
    } catch {
      // The check, which runs again now, shows why beside what it is about.
      isSent.current = false
    }
  }
  // A refusal is of what was sent: it does not stand beside a choice that is another.
  const isOfThis = JSON.stringify(create.variables?.body) === JSON.stringify(body)
  return {
    send,
    isSending: create.isPending || create.isSuccess,
    error: isOfThis ? withoutFaults(create.error) : null,
  }
}

/** The faults stand beside what they are about. */
function withoutFaults(error: ProblemError | null): ProblemError | null {
  return error === null ? null : new ProblemError({ ...error.problem, errors: [], errorsTotal: 0 })
}
