import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { changesOf } from '../display/changes.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm, useUnsavedChanges } from '../display/forms.ts'
import { PolicyFields } from './PolicyFields.tsx'
import { MEMBERS } from './policy-members.ts'
import { valueWords } from './policy-words.ts'

interface Props {
  /** The policy as it is now; it may change while the form is open. */
  readonly policy: OrganizationPolicy
  readonly close: () => void
}

/** Edits the policy. The changes are shown before they are saved. */
export function PolicyForm({ policy, close }: Props) {
  const [base, setBase] = useState(policy)
  const [draft, setDraft] = useState(membersOf(policy))
  const [isReviewing, setReviewing] = useState(false)
  // Only the person's changes are sent: changes that somebody else made meanwhile stay.
  const changes = changesOf(membersOf(base), draft)
  const count = Object.keys(changes).length
  useUnsavedChanges(count > 0)
  const isSound = MEMBERS.every(({ name }) => draft[name] !== undefined)
  const isOld = policy.version !== base.version
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setReviewing(isSound && !isOld && count > 0)
  }
  const back = () => setReviewing(false)
  const startAgain = () => {
    setBase(policy)
    setDraft(membersOf(policy))
    back()
  }
  return (
    <>
      <form onSubmit={submit}>
        <Stack>
          <PolicyFields
            key={base.version}
            draft={draft}
            change={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
          {isOld && (
            <Alert color="orange" title="Somebody else changed the policy" role="alert">
              <ChangesTable before={base} changes={changesOf(membersOf(base), membersOf(policy))} />
              <Button size="xs" variant="default" onClick={startAgain}>
                Discard my changes and use the new policy
              </Button>
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={count === 0 || !isSound || isOld}>
              Review changes
            </Button>
            <Button variant="default" onClick={close}>
              {count === 0 ? 'Close' : 'Discard changes'}
            </Button>
          </Group>
        </Stack>
      </form>
      <Modal opened={isReviewing && !isOld} onClose={back} title="Review changes" size="lg">
        <Review before={base} changes={changes} back={back} saved={close} />
      </Modal>
    </>
  )
}

/** The members that can be set. */
function membersOf(policy: OrganizationPolicy): OrganizationPolicyUpdate {
  return Object.fromEntries(MEMBERS.map(({ name }) => [name, policy[name]]))
}

interface ChangesProps {
  readonly before: OrganizationPolicy
  readonly changes: OrganizationPolicyUpdate
}

/** The changes that a save would make. Only these members are sent. */
function Review(props: ChangesProps & { readonly back: () => void; readonly saved: () => void }) {
  const { changes, back, saved } = props
  const save = useChange('PATCH /v1/organization-policy', ['transfers'])
  const { dialog } = useApiForm({}, async () => {
    await save.mutateAsync({ body: changes })
    saved()
  })
  const count = Object.keys(changes).length
  return (
    <DialogForm
      {...dialog}
      label={count === 1 ? 'Save this change' : `Save ${count} changes`}
      close={back}
    >
      <ChangesTable {...props} />
      <Text size="sm" c="dimmed">
        Takes effect immediately and is recorded with your token.
        {'transferExpirySeconds' in changes &&
          ' Transfers that are already pending keep their expiry time.'}
      </Text>
    </DialogForm>
  )
}

/** Members, before and after. */
function ChangesTable({ before, changes }: ChangesProps) {
  const after = { ...before, ...changes } as OrganizationPolicy
  const rows = MEMBERS.filter(({ name }) => name in changes).map((member) => [
    member.label,
    <s key="before">{valueWords(member, before)}</s>,
    <b key="after">→ {valueWords(member, after)}</b>,
  ])
  return <Table aria-label="Changes" data={{ head: ['Setting', 'Before', 'After'], body: rows }} />
}
