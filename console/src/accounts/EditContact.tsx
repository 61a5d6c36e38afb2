import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useUnsavedChanges } from '../display/use-unsaved-changes.ts'
import { ContactConflict } from './ContactConflict.tsx'
import { ContactFields } from './ContactFields.tsx'
import { type Contact, changesBetween, contactOf } from './contact.ts'

/** An account's contact data, and the version that they are of. */
export interface Version {
  readonly contact: Contact
  readonly etag: string | undefined
}

interface Props {
  readonly account: FboAccount
  readonly etag: string | undefined
  readonly close: () => void
}

/**
 * Changes the contact data. If another version is stored by then, the person chooses.
 */
export function EditContact(props: Props) {
  const { close } = props
  const { base, mine, setMine, stored, error, isSaving, save } = useEditing(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) void save(mine, base)
  }
  const isSame = Object.keys(changesBetween(base.contact, mine)).length === 0
  useUnsavedChanges(!isSame)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="edit-contact">
      <Stack>
        <Title order={2} size="h4" id="edit-contact">
          Edit contact data
        </Title>
        {stored !== undefined ? (
          <ContactConflict
            key={stored.etag}
            base={base.contact}
            mine={mine}
            stored={stored.contact}
            isSaving={isSaving}
            save={(merged) => void save(merged, stored)}
            discard={close}
          />
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack>
              <ContactFields contact={mine} set={setMine} error={error} />
              <Group justify="flex-end">
                {isSame && (
                  <Text size="sm" c="dimmed">
                    Nothing is changed yet.
                  </Text>
                )}
                <Button variant="default" onClick={close}>
                  Not now
                </Button>
                <Button type="submit" loading={isSaving} disabled={isSame}>
                  Save
                </Button>
              </Group>
            </Stack>
          </form>
        )}
        <ProblemAlert error={error} />
      </Stack>
    </Paper>
  )
}

/**
 * What is edited. Only what was changed is sent, for the version that the person saw when they
 * began, whatever was read since.
 */
function useEditing({ account, etag, close }: Props) {
  const { id } = account
  const [base, setBase] = useState<Version>({ contact: contactOf(account), etag })
  const [mine, setMine] = useState(base.contact)
  const [stored, setStored] = useState<Version | undefined>()
  const [error, setError] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const update = useChange('PATCH /v1/fbo-accounts/{id}')
  const save = async (contact: Contact, from: Version) => {
    const body = changesBetween(from.contact, contact)
    if (Object.keys(body).length === 0) return close()
    setSaving(true)
    setError(undefined)
    try {
      await update.mutateAsync({ path: { id }, body, ifMatch: from.etag })
      notifications.show({
        message: 'The contact data are saved.',
        color: 'teal',
        closeButtonProps: { 'aria-label': 'Close' },
      })
      close()
    } catch (failure) {
      // What was chosen of an earlier conflict stays chosen.
      setMine(contact)
      setBase(from)
      if (isConflict(failure)) return await compare()
      setStored(undefined)
      setError(failure)
    } finally {
      setSaving(false)
    }
  }
  const compare = async () => {
    try {
      setStored(await readVersion(id))
    } catch (failure) {
      setError(failure)
    }
  }
  return { base, mine, setMine, stored, error, isSaving, save }
}

function isConflict(failure: unknown): boolean {
  return failure instanceof ProblemError && failure.problem.code === 'version_conflict'
}

/** What is stored now. */
async function readVersion(id: string): Promise<Version> {
  const { body, etag } = await request('GET /v1/fbo-accounts/{id}', { path: { id } })
  return { contact: contactOf(body.data), etag }
}
