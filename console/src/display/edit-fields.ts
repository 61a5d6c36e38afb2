import { centsOf, money } from './amounts.ts'
import type { EditField } from './fields.tsx'

/** The texts that the fields of a form show; a checkbox is `yes` or empty. */
export type Texts = Readonly<Record<string, string>>

type Members = Readonly<Record<string, unknown>>
type Identifier = { readonly scheme: string; readonly value: string }

/** The fields of a record, as a form shows them: empty text for null. */
export function textsOf(fields: readonly EditField[], record: object): Texts {
  const texts = fields.map((field) => [field.name, textOf(field, memberOf(record, field.name))])
  return Object.fromEntries(texts)
}

/** The change of a record by the changed fields. A member that has members is sent as a whole. */
export function patchOf(fields: readonly EditField[], record: object, changed: Texts): Members {
  const texts = { ...textsOf(fields, record), ...changed }
  const valueNow = (field: EditField) => valueFrom(field, record, texts[field.name] ?? '')
  const patch = fields
    .filter(({ name }) => name in changed)
    .map((field) => {
      const [member = '', part] = field.name.split('/')
      if (part === undefined) return [member, valueNow(field)]
      const parts = fields
        .filter(({ name }) => name.startsWith(`${member}/`))
        .map((each) => [each.name.slice(member.length + 1), valueNow(each)] as const)
        .filter(([, value]) => value !== null)
      return [member, parts.length === 0 ? null : Object.fromEntries(parts)]
    })
  return Object.fromEntries(patch)
}

function memberOf(record: object, name: string): unknown {
  return name.split('/').reduce<unknown>((of, part) => (of as Members | null)?.[part], record)
}

function textOf({ kind }: EditField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return money(value as string)
  if (kind === 'check') return value ? 'yes' : ''
  if (kind === 'metadata') return pairsText(Object.entries(value as Record<string, string>))
  if (kind !== 'identifiers') return String(value)
  return pairsText((value as Identifier[]).map(({ scheme, value }) => [scheme, value]))
}

function valueFrom({ kind, name }: EditField, record: object, text: string): unknown {
  if (kind === 'amount') return centsOf(text) ?? (text || null)
  if (kind === 'check') return text === 'yes'
  if (kind === 'identifiers') return pairsOf(text).map(([scheme, value]) => ({ scheme, value }))
  if (kind === 'capitals') return text.toUpperCase() || null
  if (kind !== 'metadata') return text || null
  const after = new Map(pairsOf(text))
  const before = memberOf(record, name) as Members
  const removed = Object.keys(before).filter((key) => !after.has(key))
  const set = [...after].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set])
}

/** A line break in a value, which would begin another pair. */
const BREAK = '↵'

function pairsText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([key, value]) => `${key}: ${value.replaceAll('\n', BREAK)}`).join('\n')
}

/** The pairs of a text. A line without a colon is a key alone, which the service refuses. */
function pairsOf(text: string): (readonly [string, string])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', ...value] = line.split(':')
      return [key.trim(), value.join(':').trim().replaceAll(BREAK, '\n')] as const
    })
}

export const METADATA_FIELD: EditField = {
  name: 'metadata',
  label: 'Attributes',
  description: 'One on a line, such as “grade: PSA 8”.',
  kind: 'metadata',
}
