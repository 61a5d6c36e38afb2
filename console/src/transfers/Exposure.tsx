import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { money } from '../display/amounts.ts'
import { ExposureBar } from '../display/ValueLine.tsx'
import { useMay } from '../session/caller.tsx'

/** The insured exposure of the destination against its maximum. */
export function Exposure({ id }: { readonly id: string }) {
  const mayRead = useMay('fbo_accounts:read')
  const { data } = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
    enabled: mayRead,
  })
  if (!mayRead) return 'Requires the permission fbo_accounts:read'
  if (data === undefined) return '—'
  const exposure = data.body.data
  return (
    <>
      {money(exposure.exposureCents)} of {money(exposure.maxInsuredValueCents)}
      {exposure.isOverMaximum && <b> · over the maximum</b>}
      <ExposureBar {...exposure} />
      <Text size="xs" c="dimmed">
        Including this and other pending transfers
      </Text>
    </>
  )
}
