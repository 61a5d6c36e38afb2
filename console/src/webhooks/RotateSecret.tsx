import { useChange } from '../api/queries.ts'
import { RotateForm } from '../display/Secret.tsx'

interface Props {
  readonly id: string
  readonly ifMatch: string | undefined
  readonly close: () => void
}

/** Gives the endpoint another signing secret, and shows it once. */
export function RotateSecret({ id, ifMatch, close }: Props) {
  const rotate = useChange('POST /v1/webhook-endpoints/{id}/rotate-secret')
  return (
    <RotateForm
      name="graceHours"
      label="Keep signing with the old secret for (hours)"
      description="0 to 168. With 0 it stops immediately: use 0 if the secret has leaked."
      min={0}
      max={168}
      initial={24}
      button="Rotate secret"
      close={close}
      rotate={async (graceHours) => {
        const args = { path: { id }, body: { graceHours }, ifMatch }
        const { body } = await rotate.mutateAsync(args)
        return { label: 'New signing secret', secret: body.data.secret, done: close }
      }}
    >
      During the time that you choose, events are signed with both secrets, so that the receiver can
      switch without missing an event.
    </RotateForm>
  )
}
