import { useForm } from '@mantine/form'
import { ProblemError } from '../api/request.ts'
import { violationWords } from '../words/problems.ts'
import { useSubmit } from './use-submit.ts'

/**
 * A form whose fields have the names of the request's members. If the request is refused, each
 * violation is shown at its field; `error` has the whole problem.
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
  return { form, field, submit, onSubmit: form.onSubmit(submit), isRunning, error }
}

/**
 * The messages of a refusal by field: `items.3.inventoryItemId` for `/items/3/inventoryItemId`, and
 * the same for `items.3` and `items`, since one field may hold a list.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const messages = (error.problem.errors ?? []).toReversed().flatMap((violation) => {
    const path = (violation.pointer ?? '').slice(1).split('/').map(unescaped)
    return path.map(
      (_, index) => [path.slice(0, index + 1).join('.'), violationWords(violation)] as const,
    )
  })
  return Object.fromEntries(messages)
}

/** A part of a JSON Pointer as the name that it stands for. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
