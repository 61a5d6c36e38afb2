import { Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { money } from '../display/amounts.ts'
import { useMay } from '../session/caller.tsx'

/** The insured exposure of an account against its maximum; pending transfers into it count. */
export function Exposure({ id }: { readonly id: string }) {
  const mayRead = useMay('fbo_accounts:read')
  const answer = useQuery({
    ...read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
    enabled: mayRead,
  })
  if (!mayRead) return 'Needs fbo_accounts:read'
  const exposure = answer.data?.body.data
  if (exposure === undefined) return '—'
  const { exposureCents, maxInsuredValueCents, isOverMaximum } = exposure
  const [part, whole] = [BigInt(exposureCents), BigInt(maxInsuredValueCents)]
  const percent = whole === 0n ? 100 : Math.min(100, Number((part * 100n) / whole))
  return (
    <>
      {money(exposureCents)} of {money(maxInsuredValueCents)}
      {isOverMaximum && <b> · over its maximum</b>}
      <Progress mt={4} value={percent} color={isOverMaximum ? 'red.6' : 'teal.6'} aria-hidden />
      <Text size="xs" c="dimmed">
        With this and other pending transfers
      </Text>
    </>
  )
}
