import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { WebhookEndpoint } from '../api/schema.ts'
import { DialogButtons } from '../display/DialogButtons.tsx'
import { IntoView } from '../display/IntoView.tsx'
import { EventTypeChoice } from './EventTypeChoice.tsx'

export interface EndpointMembers {
  readonly url: string
  readonly types: WebhookEndpoint['types']
}

interface Props {
  readonly from: EndpointMembers
  readonly button: string
  /** Why it was refused. */
  readonly problem: ReactNode
  readonly isRunning: boolean
  /** Whether what it waits for is a secret, which is lost once the dialog is left. */
  readonly isHeld?: boolean
  readonly close: () => void
  readonly send: (members: EndpointMembers) => void
  readonly children?: ReactNode
}

/** The members of an endpoint that a person chooses. */
export function EndpointForm(props: Props) {
  const { from, button, problem, isRunning, isHeld = false, close, send, children } = props
  const [url, setUrl] = useState(from.url)
  const [isAll, setAll] = useState(from.types === null)
  const [types, setTypes] = useState<string[]>([...(from.types ?? [])])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ url: url.trim(), types: isAll ? null : types })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <TextInput
          label="URL"
          description="Where events are sent: https, and reachable from the vault."
          placeholder="https://example.com/vault-events"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
        <Radio.Group
          label="Which events"
          value={isAll ? 'all' : 'chosen'}
          onChange={(value) => setAll(value === 'all')}
        >
          <Group mt={4}>
            <Radio value="all" label="All, also types to come" />
            <Radio value="chosen" label="Only chosen ones" />
          </Group>
        </Radio.Group>
        {!isAll && <EventTypeChoice chosen={types} choose={setTypes} />}
        {problem !== undefined && <IntoView>{problem}</IntoView>}
        <DialogButtons
          label={button}
          close={close}
          isRunning={isRunning}
          isHeld={isHeld}
          isDisabled={!isAll && types.length === 0}
        />
      </Stack>
    </form>
  )
}
