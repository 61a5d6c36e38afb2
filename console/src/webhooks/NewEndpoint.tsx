import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import type { NewWebhookEndpoint } from '../api/schema.ts'
import { SecretDialog } from '../display/Secret.tsx'
import { EndpointForm } from './EndpointForm.tsx'

/** Creates an endpoint, shows its secret once, and opens its page. */
export function NewEndpoint({ close }: { readonly close: () => void }) {
  const create = useChange('POST /v1/webhook-endpoints')
  const navigate = useNavigate()
  return (
    <SecretDialog
      form={(show) => (
        <EndpointForm
          initial={{ url: '', types: null }}
          button="Create endpoint"
          isHeld={create.isPending}
          close={close}
          send={async (fields) => {
            const { body } = await create.mutateAsync({ body: fields as NewWebhookEndpoint })
            const { id, secret } = body.data
            show({
              label: 'Signing secret',
              secret,
              children: (
                <Text size="sm">
                  Your receiver uses it to verify the signature of each event (Standard Webhooks).
                </Text>
              ),
              done: () => {
                close()
                void navigate({ to: '/webhooks/$id', params: { id }, ignoreBlocker: true })
              },
            })
          }}
        >
          <Text size="sm">
            Events are sent signed; one may arrive more than once. The receiver gets every selected
            event, whatever its owner is allowed to see in this console.
          </Text>
        </EndpointForm>
      )}
    />
  )
}
