import { type Finding, findingsOf } from './finding.ts'

/** Receivers refuse webhooks whose signature is older or newer, in milliseconds. */
const WEBHOOK_TOLERANCE_MS = 300_000
const NOTED_MS = 2_000

const finding = findingsOf('clock')

/** @param aheadMs how much the clock of the database is ahead of this machine's */
export function checkClock(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  const off = `the clock of the database is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`
  const remedy = 'synchronize both (chrony, ntpd)'
  if (Math.abs(aheadMs) >= WEBHOOK_TOLERANCE_MS) {
    const message = `${off}: ${remedy}. Receivers refuse webhooks that are signed with a wrong time.`
    return finding('problem', message)
  }
  if (Math.abs(aheadMs) >= NOTED_MS) {
    return finding('warning', `${off}: ${remedy}.`)
  }
  return finding('ok', `this machine's and that of the database differ by ${seconds} s at most.`)
}
