import { Progress } from '@mantine/core'

interface Exposure {
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
  readonly isOverMaximum: boolean
}

/** The bar warns from this share on. */
const NEAR_PERCENT = 80

/** The insured exposure of an account against its maximum. */
export function ExposureBar(exposure: Exposure) {
  const percent = exposurePercent(exposure)
  const color = exposure.isOverMaximum ? 'red.6' : percent >= NEAR_PERCENT ? 'orange.6' : 'teal.6'
  return <Progress my={4} value={Math.min(100, percent)} color={color} aria-hidden />
}

/** The share of the maximum in whole percent, rounded down. */
export function exposurePercent({ exposureCents, maxInsuredValueCents }: Exposure): number {
  const [part, whole] = [BigInt(exposureCents), BigInt(maxInsuredValueCents)]
  if (whole === 0n) return part === 0n ? 0 : 100
  return Number((part * 100n) / whole)
}
