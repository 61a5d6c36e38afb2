import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { isVersionConflict, request } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { Failure } from '../display/Failure.tsx'
import { useApiForm } from '../display/use-api-form.ts'
import { useUnsavedChanges } from '../display/use-unsaved-changes.ts'
import { ContactConflict } from './ContactConflict.tsx'
import { ContactFields } from './ContactFields.tsx'
import { type Contact, changesBetween, contactOf } from './contact.ts'

/** The contact details of one version of an account. */
interface Version {
  readonly contact: Contact
  readonly etag: string | undefined
}

interface Props {
  readonly account: FboAccount
  readonly etag: string | undefined
  readonly close: () => void
}

/**
 * Changes the contact details. Only the changed ones are sent, for the version that the person saw
 * at first. If another version is stored by then, the person chooses between both.
 */
export function EditContact({ account: { id }, account, etag, close }: Props) {
  const [base, setBase] = useState<Version>({ contact: contactOf(account), etag })
  const [stored, setStored] = useState<Version | undefined>()
  const update = useChange('PATCH /v1/fbo-accounts/{id}')
  const save = async (contact: Contact) => {
    const from = stored ?? base
    const body = changesBetween(from.contact, contact)
    if (Object.keys(body).length === 0) return close()
    try {
      await update.mutateAsync({ path: { id }, body, ifMatch: from.etag })
    } catch (error) {
      // The choice between two versions is what the person edits from now on.
      form.setValues(contact)
      setBase(from)
      if (isVersionConflict(error)) return setStored(await readVersion(id))
      setStored(undefined)
      throw error
    }
    notifications.show({ message: 'The contact details are saved.', color: 'teal' })
    close()
  }
  const { form, field, submit, onSubmit, isRunning, error } = useApiForm(base.contact, save)
  const isSame = Object.keys(changesBetween(base.contact, form.values)).length === 0
  useUnsavedChanges(!isSame)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="edit-contact">
      <Stack>
        <Title order={2} size="h4" id="edit-contact">
          Edit contact details
        </Title>
        {stored !== undefined ? (
          <ContactConflict
            key={stored.etag}
            base={base.contact}
            mine={form.values}
            stored={stored.contact}
            isSaving={isRunning}
            save={(merged) => void submit(merged)}
            discard={close}
          />
        ) : (
          <form onSubmit={onSubmit} noValidate>
            <Stack>
              <ContactFields inputProps={field} />
              <Group justify="flex-end">
                {isSame && (
                  <Text size="sm" c="dimmed">
                    No changes yet
                  </Text>
                )}
                <Button variant="default" onClick={close}>
                  Not now
                </Button>
                <Button type="submit" loading={isRunning} disabled={isSame}>
                  Save
                </Button>
              </Group>
            </Stack>
          </form>
        )}
        <Failure error={error} />
      </Stack>
    </Paper>
  )
}

/** The version that is stored now. */
async function readVersion(id: string): Promise<Version> {
  const { body, etag } = await request('GET /v1/fbo-accounts/{id}', { path: { id } })
  return { contact: contactOf(body.data), etag }
}
