import { Alert, SimpleGrid, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { isVersionConflict, type Operation } from '../api/request.ts'
import type { Permission } from '../session/caller.tsx'
import { DialogButton } from './Action.tsx'
import { centsOf, money } from './amounts.ts'
import { DialogForm } from './DialogForm.tsx'
import { type EditField, FieldInput, REASON } from './fields.tsx'
import { useApiForm, useUnsavedChanges } from './forms.ts'

export interface EditProps {
  readonly label: string
  readonly fields: readonly EditField[]
  readonly operation: Operation & `PATCH /v1/${string}/{id}${string}`
  readonly id: string
  readonly record: object
  readonly etag: string | undefined
  readonly note?: ReactNode
  readonly hasReason?: boolean
  readonly permission: Permission
  /** Whether the record can be changed no more. */
  readonly isClosed?: boolean
}

export function EditRecord(props: EditProps) {
  const unavailable = props.isClosed ? 'The record can be changed no more.' : undefined
  return (
    <DialogButton {...props} unavailable={unavailable} modal={MODAL}>
      <Form {...props} />
    </DialogButton>
  )
}

const MODAL = { size: 'lg', closeOnClickOutside: false, closeOnEscape: false }

/**
 * Sends only the changed fields, for the version that the person saw at first. As soon as another
 * version is stored, the form takes over its changes, and shows the saved value of each field that
 * still differs. The person checks, and saves.
 */
function Form(props: EditProps) {
  const { fields, operation, id, record, etag, note, hasReason = false } = props
  // The operations of all records have one form.
  const update = useChange(operation as 'PATCH /v1/fbo-accounts/{id}', STALE)
  const values = textsOf(fields, record)
  const [base, setBase] = useState({ record, values, etag })
  const [isConflict, setConflict] = useState(false)
  const { form, field, dialog } = useApiForm<Texts>({ ...values, reason: '' }, async (_, close) => {
    try {
      const reason = hasReason && { reason: form.values.reason?.trim() }
      const body: object = { ...patchOf(fields, base.record, changed), ...reason }
      await update.mutateAsync({ path: { id }, body, ifMatch: base.etag })
    } catch (failure) {
      // The page reads the record again, and the form then takes over what it has.
      if (isVersionConflict(failure)) return setConflict(true)
      throw failure
    }
    notifications.show({ message: 'Your changes are saved.', color: 'teal' })
    close()
  })
  const changed = changesBetween(base.values, form.values)
  const isSame = Object.keys(changed).length === 0
  useUnsavedChanges(!isSame)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what it waits for
  useEffect(() => {
    if (etag === base.etag || dialog.isRunning) return
    const theirs = changesBetween(base.values, values)
    form.setValues({ ...values, ...changed })
    setBase({ record, values, etag })
    if (Object.keys(theirs).length > 0) setConflict(true)
  }, [etag, dialog.isRunning])
  const input = (edited: EditField) => {
    const { name } = edited
    const isTheirs = isConflict && changed[name] !== undefined
    const saved = isTheirs && `Saved: ${base.values[name] || 'empty'}`
    return <FieldInput key={name} field={edited} saved={saved} {...field(name)} />
  }
  return (
    <DialogForm {...dialog} label="Save" isDisabled={isSame}>
      {note && <Text>{note}</Text>}
      {isConflict && (
        <Alert color="orange" icon={<GitCompareArrows />} title={CHANGED} role="alert">
          Your changes are not saved yet. The form now includes the other person’s changes. Where
          your entry differs, the saved value is shown above it. Check the form, then save.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {fields.map(input)}
      </SimpleGrid>
      {hasReason && input(REASON)}
    </DialogForm>
  )
}

const STALE = ['fbo-accounts', 'events']

const CHANGED = 'Somebody else changed this record'

/** The texts that are others now, without blanks around them. */
export function changesBetween(from: Texts, to: Texts): Texts {
  const changed = Object.entries(to).filter(
    ([name, text]) => name in from && text.trim() !== from[name]?.trim(),
  )
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim()]))
}

/** The texts that the fields of a form show; a checkbox is `yes` or empty. */
type Texts = Readonly<Record<string, string>>

type Members = Readonly<Record<string, unknown>>
type Identifier = { readonly scheme: string; readonly value: string }

/** The fields of a record, as a form shows them: empty text for null. */
export function textsOf(fields: readonly EditField[], record: object): Texts {
  const texts = fields.map((field) => [field.name, textOf(field, memberOf(record, field.name))])
  return Object.fromEntries(texts)
}

/** The change of a record by the changed fields. A member that has members is sent as a whole. */
export function patchOf(fields: readonly EditField[], record: object, changed: Texts): Members {
  const texts = { ...textsOf(fields, record), ...changed }
  const valueNow = (field: EditField) => valueFrom(field, record, texts[field.name] ?? '')
  const patch = fields
    .filter(({ name }) => name in changed)
    .map((field) => {
      const [member = '', part] = field.name.split('/')
      if (part === undefined) return [member, valueNow(field)]
      const parts = fields
        .filter(({ name }) => name.startsWith(`${member}/`))
        .map((each) => [each.name.slice(member.length + 1), valueNow(each)] as const)
        .filter(([, value]) => value !== null)
      return [member, parts.length === 0 ? null : Object.fromEntries(parts)]
    })
  return Object.fromEntries(patch)
}

function memberOf(record: object, name: string): unknown {
  return name.split('/').reduce<unknown>((of, part) => (of as Members | null)?.[part], record)
}

function textOf({ kind }: EditField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return money(value as string)
  if (kind === 'check') return value ? 'yes' : ''
  if (kind === 'metadata') return pairsText(Object.entries(value as Record<string, string>))
  if (kind !== 'identifiers') return String(value)
  return pairsText((value as Identifier[]).map(({ scheme, value }) => [scheme, value]))
}

function valueFrom({ kind, name }: EditField, record: object, text: string): unknown {
  if (kind === 'amount') return centsOf(text) ?? (text || null)
  if (kind === 'check') return text === 'yes'
  if (kind === 'identifiers') return pairsOf(text).map(([scheme, value]) => ({ scheme, value }))
  if (kind === 'capitals') return text.toUpperCase() || null
  if (kind !== 'metadata') return text || null
  const after = new Map(pairsOf(text))
  const before = memberOf(record, name) as Members
  const removed = Object.keys(before).filter((key) => !after.has(key))
  const set = [...after].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set])
}

/** A line break in a value, which would begin another pair. */
const BREAK = '↵'

function pairsText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([key, value]) => `${key}: ${value.replaceAll('\n', BREAK)}`).join('\n')
}

/** The pairs of a text. A line without a colon is a key alone, which the service refuses. */
export function pairsOf(text: string): (readonly [string, string])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', ...value] = line.split(':')
      return [key.trim(), value.join(':').trim().replaceAll(BREAK, '\n')] as const
    })
}

export const IDENTIFIERS_FIELD: EditField = {
  name: 'identifiers',
  label: 'Identifiers',
  description: 'One on a line, such as “serial: 73274787”.',
  kind: 'identifiers',
}

export const METADATA_FIELD: EditField = {
  name: 'metadata',
  label: 'Attributes',
  description: 'One on a line, such as “grade: PSA 8”.',
  kind: 'metadata',
}
