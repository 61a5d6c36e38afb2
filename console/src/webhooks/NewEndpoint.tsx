import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { NewWebhookEndpoint, WebhookEndpointWithSecret } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretOnce } from '../display/SecretOnce.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'
import { EndpointForm } from './EndpointForm.tsx'

/** Creates an endpoint, shows its secret once, and leads to its page. */
export function NewEndpoint({ close }: { readonly close: () => void }) {
  const [made, setMade] = useState<WebhookEndpointWithSecret>()
  const create = useChange('POST /v1/webhook-endpoints')
  const navigate = useNavigate()
  if (made !== undefined) {
    const done = () => {
      close()
      void navigate({ to: '/webhooks/$id', params: { id: made.id }, ignoreBlocker: true })
    }
    return (
      <SecretOnce label="Signing secret" secret={made.secret} done={done}>
        <Text size="sm">
          Your receiver checks the signature of each event with it, as Standard Webhooks says.
        </Text>
      </SecretOnce>
    )
  }
  return (
    <EndpointForm
      from={{ url: '', types: null }}
      button="Create endpoint"
      problem={
        create.error === null ? undefined : (
          <>
            <ProblemAlert error={create.error} />
            <UnknownOutcome error={create.error} />
          </>
        )
      }
      isRunning={create.isPending}
      isHeld={create.isPending}
      close={close}
      send={(members) =>
        create.mutate(
          { body: members as NewWebhookEndpoint },
          { onSuccess: ({ body }) => setMade(body.data) },
        )
      }
    >
      <Text size="sm">
        From now on the events of the organization are sent there, signed, at least once each. The
        receiver sees every chosen event, whatever its owner may read here.
      </Text>
    </EndpointForm>
  )
}
