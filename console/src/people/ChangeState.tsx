import { Alert, Button, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { ResponseOf } from '../api/request.ts'
import { Confirmation } from '../display/Action.tsx'
import { RecordLink } from '../display/RecordLink.tsx'
import { useCaller } from '../session/caller.tsx'
import type { Person } from './person.ts'

type Pending = ResponseOf<'POST /v1/people/{id}/suspend'>['data']['pending']

interface Props {
  readonly verb: 'suspend' | 'resume'
  readonly person: Person
  readonly close: () => void
}

/** Suspends a person and names what waits with a part of theirs, or resumes one. */
export function ChangeState({ verb, person, close }: Props) {
  const [pending, setPending] = useState<Pending>()
  const isHeld = useRef(false)
  const suspend = useChange('POST /v1/people/{id}/suspend', ['access-tokens'])
  const resume = useChange('POST /v1/people/{id}/resume')
  const isOwn = useCaller().person?.id === person.id
  const args = { path: { id: person.id }, body: {} }
  if (pending !== undefined) return <Requested person={person} pending={pending} close={close} />
  if (verb === 'resume') {
    return (
      <Confirmation
        label="Resume person"
        close={close}
        run={() => resume.mutateAsync(args)}
        explanation={`${person.name} can sign in again. Tokens that were revoked stay revoked.`}
      />
    )
  }
  return (
    <Confirmation
      label="Suspend person"
      color="red"
      close={() => isHeld.current || close()}
      run={async () => {
        const requested = (await suspend.mutateAsync(args)).body.data.pending
        isHeld.current = requested.length > 0
        if (isHeld.current) setPending(requested)
      }}
      explanation={
        <Stack gap="xs">
          <Text size="sm">
            All sessions and access tokens of {person.name} end within a second, and they cannot
            sign in. What they requested or approved stays.
          </Text>
          {isOwn && (
            <Text size="sm" fw={600}>
              This is you: you will be signed out immediately.
            </Text>
          )}
        </Stack>
      }
    />
  )
}

function Requested({
  person,
  pending,
  close,
}: {
  readonly person: Person
  readonly pending: Pending
  readonly close: () => void
}) {
  return (
    <Stack>
      <Alert color="yellow" title={`${person.name} is suspended`} role="alert">
        They requested or approved these, and somebody still has to approve them. Check whether you
        still want them.
      </Alert>
      {pending.map(({ type, id }) =>
        type === 'revaluation' ? (
          <Text key={id} size="sm">
            Revaluation {id}
          </Text>
        ) : (
          <RecordLink key={id} type={type === 'transfer' ? 'transfer' : 'shipment'} id={id} />
        ),
      )}
      <Button ml="auto" onClick={close}>
        Close
      </Button>
    </Stack>
  )
}
