import type { ApprovalRule, OrganizationPolicy } from '../api/schema.ts'
import { amountProblem, centsOf, money, wholeOf } from '../display/amounts.ts'
import { itemCount, words } from '../display/format.ts'
import { knownName } from '../display/names.ts'
import { shortId } from '../display/RecordLink.tsx'
import {
  DAY,
  GROUPS,
  HOUR,
  type Limit,
  MEMBERS,
  type Member,
  MINUTE,
  REASONS,
} from './policy-members.ts'

/** The value of a member in a few words. */
export function valueWords(member: Member, policy: OrganizationPolicy): string {
  const value = policy[member.name]
  if (member.states) return member.states.find(([each]) => each === value)?.[1] ?? ''
  if (member.kind === 'rules') return policy.approvalRules.map(ruleWords).join('; ') || 'Never'
  if (member.kind !== 'reasons') return limitText(member, value) || member.none || 'No limit'
  const reasons = policy.systemApprovalReasons
  if (reasons.length === REASONS.length) return 'All'
  return reasons.map(words).join(', ') || 'None'
}

/** A limit as its field shows it, and takes it. */
export function limitText({ kind, unit = 1 }: Limit, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return money(`${value}`)
  return kind === 'time' ? duration(Number(value) * unit) : value.toLocaleString()
}

/** The limit of a text, null for none; or what is wrong with it. */
export function limitOf(limit: Limit, text: string) {
  const { kind, unit = 1, least = 1, most = 0, none } = limit
  if (text.trim() === '' && none !== false) return { value: null }
  if (kind === 'amount') return { value: centsOf(text), problem: amountProblem(text) }
  const value = kind === 'whole' ? wholeOf(text) : unitsOf(text, unit)
  if (value !== undefined && value >= least && value <= most) return { value }
  const wanted = kind === 'whole' ? 'a whole number' : 'a time such as “2 days 12 hours”,'
  const range = `from ${limitText(limit, least)} to ${limitText(limit, most)}`
  return { problem: `Enter ${wanted} ${range}${none === false ? '' : ', or leave it empty'}.` }
}

/** "2 people, above $1,000 and 5 items" of a rule for several approvals. */
function ruleWords(rule: ApprovalRule): string {
  const { aboveDeclaredValueCents: cents, aboveItems, fboAccountId: id, approvals } = rule
  const above = [cents && money(cents), aboveItems && itemCount(aboveItems)].filter(Boolean)
  return [
    `${approvals} people`,
    ...(above.length === 0 ? [] : [`above ${above.join(' and ')}`]),
    ...(id === undefined ? [] : [`for the account ${knownName('fbo_account', id) ?? shortId(id)}`]),
  ].join(', ')
}

const UNITS = Object.entries({ day: DAY, hour: HOUR, minute: MINUTE, second: 1 })

/** "1 day 12 hours" from seconds. */
function duration(seconds: number): string {
  let rest = seconds
  return UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`]
  }).join(' ')
}

/** A time in whole units: "1 day 12 hours", "36 h", or, but for seconds, their number alone. */
function unitsOf(text: string, size: number): number | undefined {
  const whole = text.trim()
  if (/^\D/.test(whole) || (size === 1 && /\d$/.test(whole))) return undefined
  const parts = [...whole.matchAll(/([^a-z]+)([a-z]*)/gi)]
  const seconds = parts.map(([, count = '', unit]) => {
    const name = unit === '' ? undefined : unit?.toLowerCase()
    const [, known = Number.NaN] = UNITS.find(([one]) => name && `${one}s`.startsWith(name)) ?? []
    return (wholeOf(count.trim()) ?? Number.NaN) * (name === undefined ? size : known)
  })
  const sum = seconds.reduce((before, each) => before + each, 0) / size
  return parts.length > 0 && Number.isInteger(sum) ? sum : undefined
}

/** The policy in full sentences. */
export function policySentences(policy: OrganizationPolicy): readonly string[] {
  return MEMBERS.flatMap((member) => {
    const { name, kind, label, off, says } = member
    const value = valueWords(member, policy)
    if (kind === 'rules') {
      return policy.approvalRules.map(
        (rule) =>
          `A transfer, shipment or revaluation needs the approval of ${ruleWords(rule)}. ` +
          'Its creator does not count.',
      )
    }
    if (kind === 'switch') {
      if (value === 'Off') return [`${off}.`]
      return [name === 'systemApproval' ? automaticSentence(policy) : `${label}.`]
    }
    if (kind === 'choice') return [`${label}: ${value.charAt(0).toLowerCase()}${value.slice(1)}.`]
    return policy[name] === null || says === undefined ? [] : [says(value)]
  })
}

function automaticSentence(policy: OrganizationPolicy): string {
  const reasons = policy.systemApprovalReasons.map((reason) => `“${words(reason)}”`)
  if (reasons.length === 0) {
    return 'Automatic approval is on but covers no reason, so every transfer needs approval by a person.'
  }
  const limits = (GROUPS['Automatic approval'] ?? [])
    .filter(({ name, kind }) => (kind === 'whole' || kind === 'amount') && policy[name] !== null)
    .map((member) => `${member.label.toLowerCase()} ${valueWords(member, policy)}`)
  return [
    'Transfers',
    ...(reasons.length === REASONS.length ? [] : ['with the reason', reasons.join(' or ')]),
    'are approved automatically',
    limits.length === 0 ? 'whatever their size.' : `within these limits: ${limits.join('; ')}.`,
    'All others need approval by a person.',
  ].join(' ')
}
