import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { OrganizationPolicy } from '../api/schema.ts'
import { useUnsavedChanges } from '../display/forms.ts'
import { ChangesTable, PolicyChanges } from './PolicyChanges.tsx'
import { PolicyFields } from './PolicyFields.tsx'
import { changedMembers, draftOf, membersOf } from './policy-draft.ts'

interface Props {
  /** The policy as it is now; it may change while the form is open. */
  readonly policy: OrganizationPolicy
  readonly close: () => void
}

/** Edits the policy. The changes are shown before they are saved. */
export function PolicyForm({ policy, close }: Props) {
  const [base, setBase] = useState(policy)
  const form = useForm({ initialValues: draftOf(policy) })
  const [isReviewing, setReviewing] = useState(false)
  const { values, errors } = membersOf(form.values)
  // Only the person's changes are sent: changes that somebody else made meanwhile stay.
  const changed = changedMembers(base, values)
  useUnsavedChanges(changed.length > 0)
  const isSound = Object.keys(errors).length === 0
  const isOld = policy.version !== base.version
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSound && !isOld && changed.length > 0) setReviewing(true)
  }
  const startAgain = () => {
    setBase(policy)
    form.setValues(draftOf(policy))
    setReviewing(false)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <PolicyFields form={form} errors={errors} />
        {isOld && (
          <Alert color="orange" title="Somebody else changed the policy" role="alert">
            <Stack gap="xs">
              <ChangesTable before={base} after={policy} changed={changedMembers(base, policy)} />
              <Group>
                <Button size="xs" variant="default" onClick={startAgain}>
                  Discard my changes and use the new policy
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        <Group>
          <Button type="submit" disabled={changed.length === 0 || !isSound || isOld}>
            Review changes
          </Button>
          <Button variant="default" onClick={close}>
            {changed.length === 0 ? 'Close' : 'Discard changes'}
          </Button>
        </Group>
      </Stack>
      <Modal
        opened={isReviewing && !isOld}
        onClose={() => setReviewing(false)}
        title="Review changes"
        size="lg"
      >
        <PolicyChanges
          policy={base}
          values={values}
          changed={changed}
          back={() => setReviewing(false)}
          saved={close}
        />
      </Modal>
    </form>
  )
}
