import { type FormRulesRecord, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { createContext, type KeyboardEvent, useContext, useEffect, useId } from 'react'
import { ProblemError } from '../api/request.ts'
import { violationWords } from '../words/problems.ts'

/** The dialog around a form: closes it, or holds it open. */
export const Around = createContext({ close: () => {}, hold: (_: boolean) => {} })

/**
 * Submits a form, one attempt at a time: a second press while one runs does nothing.
 * @param settled gets the error of each attempt, null if it succeeded
 */
export function useSubmit<Input = void>(
  work: (input: Input) => Promise<unknown>,
  settled?: (error: unknown) => void,
) {
  const client = useQueryClient()
  const mutationKey = ['submit', useId()]
  const { mutate, isPending, isSuccess, error } = useMutation<unknown, unknown, Input>({
    mutationKey,
    mutationFn: work,
    onSettled: (_, failure) => settled?.(failure),
    gcTime: 0,
    networkMode: 'always',
  })
  const submit = (input: Input) => {
    if (client.isMutating({ mutationKey }) === 0) mutate(input)
  }
  return { submit, isRunning: isPending, isDone: isSuccess, error }
}

/**
 * A form whose fields have the names of the request's members. If the request is refused, each
 * violation is shown at its field; `error` has the whole problem. `dialog` is for `DialogForm`.
 * @param send makes the request; it can close the dialog then
 * @param validate what the form itself finds, before that
 */
export function useApiForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values, close: () => void) => Promise<unknown>,
  validate: FormRulesRecord<Values> = {},
) {
  const form = useForm<Values>({ initialValues, validate })
  const { close } = useContext(Around)
  const { submit, isDone, ...state } = useSubmit(
    (values: Values) => send(values, close),
    (error) => form.setErrors(fieldErrors(error)),
  )
  const field = <Name extends keyof Values & string>(name: Name) =>
    form.getInputProps(name) as ReturnType<typeof form.getInputProps> & { value: Values[Name] }
  const dialog = { onSubmit: form.onSubmit(submit), ...state }
  return { form, field, isDone, dialog, ...dialog }
}

/**
 * The messages of a refusal by field: `items.3.inventoryItemId` for `/items/3/inventoryItemId`, the
 * same for `items.3` and `items`, since one field may hold a list, for the pointer, and for its last
 * part alone.
 */
function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ProblemError)) return {}
  const messages = (error.problem.errors ?? []).toReversed().flatMap((violation) => {
    const path = (violation.pointer ?? '').slice(1).split('/').map(unescaped)
    const fields = path.map((_, index) => path.slice(0, index + 1).join('.'))
    return [path.at(-1) ?? '', path.join('/'), ...fields].map(
      (name) => [name, violationWords(violation)] as const,
    )
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
  const id = useId()
  useEffect(() => {
    if (!isDirty) return
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [id, isDirty])
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}

const unsaved = new Set<string>()

/** Whether leaving would lose an entry, or the answer to what a dialog sent. */
export function isBusy(): boolean {
  const isRunning = document.querySelector('[aria-modal=true] [type=submit][aria-disabled=true]')
  return isRunning !== null || hasEntry()
}

/** Whether the page or a dialog has an entry that was not sent. */
export function hasEntry(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    '[aria-modal=true] form :is(textarea, input:not([type=checkbox], [type=radio]))',
  )
  return unsaved.size > 0 || [...fields].some(({ value }) => value !== '')
}

/** Enter goes to the next field of the form, at last to its button: no field sends the form. */
export function enterGoesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  goOn(target)
}

/** Focuses what comes after a field in its form. */
export function goOn(field: HTMLElement): void {
  const all = [...(field.closest('form')?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  all
    .slice(all.indexOf(field) + 1)
    .find(({ offsetParent }) => offsetParent !== null)
    ?.focus()
}

const FOCUSABLE = ':is(input, textarea, select, [type=submit]):enabled:not([tabindex="-1"])'
