import { Alert, Button, Modal, SimpleGrid, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { isVersionConflict, type Operation } from '../api/request.ts'
import { type Permission, useMay } from '../session/caller.tsx'
import { DialogForm } from './DialogForm.tsx'
import { patchOf, type Texts, textsOf } from './edit-fields.ts'
import { type EditField, FieldInput, REASON } from './fields.tsx'
import { fieldErrors, useSubmit, useUnsavedChanges } from './forms.ts'

interface FormProps {
  readonly label: string
  readonly fields: readonly EditField[]
  readonly operation: Operation & `PATCH /v1/${string}/{id}${string}`
  readonly id: string
  /** The record as it is now. */
  readonly record: object
  readonly etag: string | undefined
  readonly note?: ReactNode
  /** Whether a reason is asked for. */
  readonly hasReason?: boolean
}

export interface EditProps extends FormProps {
  readonly permission: Permission
  /** Whether the record can be changed no more. */
  readonly isClosed?: boolean
}

/** A button that opens a form for some fields of a record. */
export function EditRecord({ permission, isClosed = false, ...form }: EditProps) {
  const [isOpen, dialog] = useDisclosure()
  const mayEdit = useMay(permission) && !isClosed
  if (!mayEdit && !isOpen) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {form.label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={form.label}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Form {...form} close={dialog.close} />
      </Modal>
    </>
  )
}

/**
 * Sends only the changed fields, for the version that the person saw at first. As soon as another
 * version is stored, the form takes over its changes, and shows the saved value of each field that
 * still differs. The person checks, and saves.
 */
function Form({ close, ...props }: FormProps & { readonly close: () => void }) {
  const { fields, operation, id, record, etag, note, hasReason = false } = props
  // The operations of all records have one form.
  const update = useChange(operation as 'PATCH /v1/fbo-accounts/{id}', STALE)
  const values = textsOf(fields, record)
  const form = useForm<Record<string, string>>({ initialValues: { ...values, reason: '' } })
  const [base, setBase] = useState({ record, values, etag })
  const [isConflict, setConflict] = useState(false)
  const changed = changesBetween(base.values, form.values)
  const isSame = Object.keys(changed).length === 0
  useUnsavedChanges(!isSame)
  const { submit, isRunning, error } = useSubmit(async () => {
    try {
      const reason = hasReason && { reason: form.values.reason?.trim() }
      const body: object = { ...patchOf(fields, base.record, changed), ...reason }
      await update.mutateAsync({ path: { id }, body, ifMatch: base.etag })
    } catch (failure) {
      // The page reads the record again, and the form then takes over what it has.
      if (isVersionConflict(failure)) return setConflict(true)
      const errors = Object.entries(fieldErrors(failure))
      form.setErrors(
        Object.fromEntries(errors.map(([path, text]) => [path.replace('.', '/'), text])),
      )
      throw failure
    }
    notifications.show({ message: 'Your changes are saved.', color: 'teal' })
    close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what it waits for
  useEffect(() => {
    if (etag === base.etag || isRunning) return
    const theirs = changesBetween(base.values, values)
    form.setValues({ ...values, ...changed })
    setBase({ record, values, etag })
    if (Object.keys(theirs).length > 0) setConflict(true)
  }, [etag, isRunning])
  const input = (field: EditField) => {
    const { name } = field
    const isTheirs = isConflict && changed[name] !== undefined
    const saved = isTheirs && `Saved: ${base.values[name] || 'empty'}`
    return <FieldInput key={name} field={field} saved={saved} {...form.getInputProps(name)} />
  }
  return (
    <DialogForm
      onSubmit={() => void submit()}
      error={error}
      label="Save"
      close={close}
      isRunning={isRunning}
      isDisabled={isSame}
    >
      {note && <Text size="sm">{note}</Text>}
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

/** Reads of other records that a correction makes stale. */
const STALE = ['fbo-accounts', 'events']

const CHANGED = 'Somebody else changed this record'

function changesBetween(from: Texts, to: Texts): Texts {
  const changed = Object.entries(to).filter(
    ([name, text]) => name in from && text.trim() !== from[name]?.trim(),
  )
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim()]))
}
