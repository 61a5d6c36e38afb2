import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { isVersionConflict, request } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { Failure } from '../display/Failure.tsx'
import { useApiForm } from '../display/use-api-form.ts'
import { useUnsavedChanges } from '../display/use-unsaved-changes.ts'
import { ContactFields } from './ContactFields.tsx'
import {
  type Contact,
  type ContactField,
  changesBetween,
  contactFrom,
  contactOf,
} from './contact.ts'

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
 * at first. If another version is stored by then, the form takes over its changes, and shows the
 * saved value of each field that still differs. The person checks, and saves again.
 */
export function EditContact({ account: { id }, account, etag, close }: Props) {
  const [base, setBase] = useState<Version>({ contact: contactOf(account), etag })
  const [isConflict, setConflict] = useState(false)
  const update = useChange('PATCH /v1/fbo-accounts/{id}')
  const { form, field, onSubmit, isRunning, error } = useApiForm(base.contact, async (mine) => {
    setConflict(false)
    const body = changesBetween(base.contact, mine)
    try {
      await update.mutateAsync({ path: { id }, body, ifMatch: base.etag })
    } catch (failure) {
      if (!isVersionConflict(failure)) throw failure
      const stored = await readVersion(id)
      form.setValues(merged(base.contact, mine, stored.contact))
      setBase(stored)
      return setConflict(true)
    }
    notifications.show({ message: 'The contact details are saved.', color: 'teal' })
    close()
  })
  const isSame = Object.keys(changesBetween(base.contact, form.values)).length === 0
  useUnsavedChanges(!isSame)
  const storedHint = (name: ContactField) =>
    isConflict && form.values[name].trim() !== base.contact[name]
      ? `Saved: ${base.contact[name] || 'empty'}`
      : undefined
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="edit-contact">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Title order={2} size="h4" id="edit-contact">
            Edit contact details
          </Title>
          {isConflict && (
            <Alert
              color="orange"
              icon={<GitCompareArrows />}
              title="Somebody else changed this account"
              role="alert"
            >
              Your changes are not saved yet. The form now includes the other person’s changes.
              Where your entry differs, the saved value is shown above it. Check the form, then
              save.
            </Alert>
          )}
          <ContactFields
            inputProps={(name) => ({ ...field(name), description: storedHint(name) })}
          />
          <Group justify="flex-end">
            {isSame && (
              <Text size="sm" c="dimmed">
                No changes yet
              </Text>
            )}
            <Button variant="default" onClick={close}>
              Go back
            </Button>
            <Button type="submit" loading={isRunning} disabled={isSame}>
              Save
            </Button>
          </Group>
          <Failure error={error} />
        </Stack>
      </form>
    </Paper>
  )
}

/** The person's own changes on top of the stored version. */
function merged(base: Contact, mine: Contact, stored: Contact): Contact {
  return contactFrom((name) => (mine[name].trim() === base[name] ? stored[name] : mine[name]))
}

/** The version that is stored now. */
async function readVersion(id: string): Promise<Version> {
  const { body, etag } = await request('GET /v1/fbo-accounts/{id}', { path: { id } })
  return { contact: contactOf(body.data), etag }
}
