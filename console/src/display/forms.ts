import { useForm } from '@mantine/form'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ProblemError } from '../api/request.ts'
import { violationWords } from '../words/problems.ts'

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

/**
 * A form whose fields have the names of the request's members. If the request is refused, each
 * violation is shown at its field; `error` has the whole problem. `dialog` is for `DialogForm`.
 * @param send makes the request
 */
export function useApiForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values) => Promise<unknown>,
) {
  const form = useForm<Values>({ initialValues })
  const { submit: attempt, isRunning, error } = useSubmit(send)
  const submit = async (values: Values) => form.setErrors(fieldErrors(await attempt(values)))
  /** The value, error and change handler of a field. */
  const field = <Name extends keyof Values & string>(name: Name) =>
    form.getInputProps(name) as ReturnType<typeof form.getInputProps> & { value: Values[Name] }
  const onSubmit = form.onSubmit(submit)
  const dialog = { onSubmit, isRunning, error }
  return { form, field, submit, dialog, ...dialog }
}

/**
 * The messages of a refusal by field: `items.3.inventoryItemId` for `/items/3/inventoryItemId`, the
 * same for `items.3` and `items`, since one field may hold a list, and for the last part alone.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const messages = (error.problem.errors ?? []).toReversed().flatMap((violation) => {
    const path = (violation.pointer ?? '').slice(1).split('/').map(unescaped)
    const names = [path.at(-1) ?? '', ...path.map((_, index) => path.slice(0, index + 1).join('.'))]
    return names.map((name) => [name, violationWords(violation)] as const)
  })
  return Object.fromEntries(messages)
}

/** A part of a JSON Pointer as the name that it stands for. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Asks before a page with unsaved changes is left. A change of the search alone, such as another
 * page of a list, is not leaving.
 * @param question the question within the console; a browser has its own words for a closing tab
 */
export function useUnsavedChanges(
  isDirty: boolean,
  question = 'You have unsaved changes. Leave and discard them?',
): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}
