import { Group, Radio, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WebhookEndpoint } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { EventTypeChoice } from './EventTypeChoice.tsx'

export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'types'>

interface Props {
  readonly initial: EndpointFields
  readonly button: string
  /** Shown for the error of the last attempt, instead of what every change says. */
  readonly failure?: ReactNode
  /** Whether it waits for a secret, which is lost if the dialog is closed. */
  readonly isHeld?: boolean
  readonly close: () => void
  readonly send: (fields: EndpointFields) => Promise<unknown>
  readonly children?: ReactNode
}

/** The fields of an endpoint. */
export function EndpointForm({ initial, send, children, button, ...dialog }: Props) {
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    {
      url: initial.url,
      events: initial.types === null ? 'all' : 'chosen',
      types: [...(initial.types ?? [])] as string[],
    },
    ({ url, events, types }) =>
      send({
        url: url.trim(),
        types: events === 'all' ? null : (types as EndpointFields['types']),
      }),
  )
  const { events, types } = form.values
  return (
    <DialogForm
      {...dialog}
      onSubmit={onSubmit}
      error={error}
      label={button}
      isRunning={isRunning}
      isDisabled={events === 'chosen' && types.length === 0}
    >
      {children}
      <TextInput
        label="URL"
        description="Where events are sent. It must use https and be reachable from the vault."
        placeholder="https://example.com/vault-events"
        {...field('url')}
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <Radio.Group label="Events to send" {...field('events')}>
        <Group mt={4}>
          <Radio value="all" label="All, including types added later" />
          <Radio value="chosen" label="Only selected types" />
        </Group>
      </Radio.Group>
      {events === 'chosen' && (
        <EventTypeChoice
          chosen={types}
          choose={(chosen) => form.setFieldValue('types', [...chosen])}
        />
      )}
    </DialogForm>
  )
}
