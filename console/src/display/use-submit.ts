import { useRef, useState } from 'react'

/**
 * Submits a form, one attempt at a time: a second press while one runs does nothing. `submit`
 * returns the error of its attempt, and `error` keeps it until the next one.
 */
export function useSubmit<Input extends unknown[]>(work: (...input: Input) => Promise<unknown>) {
  const [state, setState] = useState<{ isRunning: boolean; error?: unknown }>({ isRunning: false })
  const isRunning = useRef(false)
  const submit = async (...input: Input): Promise<unknown> => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isRunning: true })
    const error = await work(...input).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    isRunning.current = false
    setState({ isRunning: false, error })
    return error
  }
  return { ...state, submit }
}
