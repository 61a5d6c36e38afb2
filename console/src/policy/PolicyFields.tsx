import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalRule, OrganizationPolicyUpdate } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { AmountField } from '../display/fields.tsx'
import { words } from '../display/format.ts'
import { GROUPS, hasEffect, type Limit, type Member, REASONS } from './policy-members.ts'
import { limitOf, limitText } from './policy-words.ts'

interface Props {
  /** The values of the fields; undefined for a field with an error. */
  readonly draft: OrganizationPolicyUpdate
  readonly change: (change: OrganizationPolicyUpdate) => void
}

export function PolicyFields({ draft, change }: Props) {
  // A field with an error is in the way of the whole form, so it is shown.
  const isShown = (member: Member) => hasEffect(member, draft) || draft[member.name] === undefined
  return Object.entries(GROUPS).map(([legend, members]) => (
    <Fieldset key={legend} legend={legend}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {members.filter(isShown).map((member) => (
          <Field
            key={member.name}
            member={member}
            value={draft[member.name]}
            set={(value) => change({ [member.name]: value } as OrganizationPolicyUpdate)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  ))
}

interface FieldProps {
  readonly member: Member
  readonly value: unknown
  readonly set: (value: unknown) => void
}

const WIDE = { gridColumn: '1 / -1' }

function Field({ member, value, set }: FieldProps) {
  const { states = [] } = member
  switch (member.kind) {
    case 'switch':
      return (
        <Switch
          style={WIDE}
          autoFocus={member.name === 'fourEyes'}
          label={member.label}
          description={member.description}
          checked={value === states[1]?.[0]}
          onChange={(event) => set(states[event.currentTarget.checked ? 1 : 0]?.[0])}
        />
      )
    case 'choice':
      return (
        <Radio.Group style={WIDE} label={member.label} value={value as string} onChange={set}>
          <Stack gap={6} mt="xs">
            {states.map(([state, label]) => (
              <Radio key={label} value={state as string} label={label} />
            ))}
          </Stack>
        </Radio.Group>
      )
    case 'reasons':
      return (
        <Checkbox.Group
          style={WIDE}
          label={member.label}
          description={member.description}
          value={value as string[]}
          onChange={set}
        >
          <Group mt="xs">
            {REASONS.map((reason) => (
              <Checkbox key={reason} value={reason} label={words(reason)} />
            ))}
          </Group>
        </Checkbox.Group>
      )
    case 'rules':
      return <ApprovalRules {...{ member, value, set }} />
    default:
      return <LimitField limit={member} {...{ value, set }} />
  }
}

interface LimitProps {
  readonly limit: Limit
  readonly value: unknown
  /** Gets null for no limit, undefined for a text that is none. */
  readonly set: (value: unknown) => void
}

function LimitField({ limit, value, set }: LimitProps) {
  const [text, setText] = useState(() => limitText(limit, value))
  const { label, description = '', none = 'No limit' } = limit
  const field = {
    label,
    description: `${description}${none && ` Leave empty for: ${none.toLowerCase()}.`}`.trim(),
    required: none === false,
    value: text,
    error: limitOf(limit, text).problem,
  }
  const change = (next: string) => {
    setText(next)
    set(limitOf(limit, next).value)
  }
  if (limit.kind === 'amount') return <AmountField {...field} onChange={change} />
  return <TextInput {...field} onChange={(event) => change(event.currentTarget.value)} />
}

const RULES_MAX = 20
const VALUE = { kind: 'amount', label: 'Declared value above', none: 'Any' } as const
const ITEMS = { kind: 'whole', label: 'Items above', most: 1_000, none: 'Any' } as const

/** A rule with null for no condition, and undefined for a text that is none. */
type DraftRule = { readonly [Member in keyof ApprovalRule]: ApprovalRule[Member] | null } & {
  readonly key: number
}

/** The rules for records that several people must approve. */
function ApprovalRules({ member: { label, description }, value, set }: FieldProps) {
  const [rules, setRules] = useState<readonly DraftRule[]>(() =>
    ((value ?? []) as ApprovalRule[]).map((rule, key) => ({ key, ...rule })),
  )
  const change = (next: readonly DraftRule[]) => {
    setRules(next)
    const isSound = next.every((rule) => Object.values(rule).every((part) => part !== undefined))
    set(isSound ? next.map(ruleOf) : undefined)
  }
  const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1
  return (
    <Stack gap="xs" component="section" aria-label={label} style={WIDE} align="flex-start">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
      {rules.map((rule, index) => (
        <Rule
          key={rule.key}
          name={`rule ${index + 1}`}
          rule={rule}
          set={(part) => change(rules.with(index, { ...rule, ...part }))}
          remove={() => change(rules.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        disabled={rules.length >= RULES_MAX}
        onClick={() => change([...rules, { key, approvals: 2 }])}
      >
        Add a rule
      </Button>
    </Stack>
  )
}

function ruleOf({ key: _, ...rule }: DraftRule): ApprovalRule {
  const set = Object.entries(rule).filter(([, condition]) => condition !== null)
  return Object.fromEntries(set) as unknown as ApprovalRule
}

interface RuleProps {
  readonly name: string
  readonly rule: DraftRule
  readonly set: (part: Partial<DraftRule>) => void
  readonly remove: () => void
}

function Rule({ name, rule, set, remove }: RuleProps) {
  const condition = (member: 'aboveDeclaredValueCents' | 'aboveItems', limit: Limit) => (
    <LimitField limit={limit} value={rule[member]} set={(value) => set({ [member]: value })} />
  )
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={words(name)}>
      <Select
        label="People"
        description="Who approve."
        w={90}
        allowDeselect={false}
        data={['2', '3', '4', '5']}
        value={`${rule.approvals}`}
        onChange={(approvals) => set({ approvals: Number(approvals) })}
      />
      {condition('aboveDeclaredValueCents', VALUE)}
      {condition('aboveItems', ITEMS)}
      <AccountPicker
        label="Account"
        required={false}
        value={rule.fboAccountId ?? ''}
        onChange={(id) => set({ fboAccountId: id || null })}
      />
      <ActionIcon
        variant="default"
        mt={24}
        size="lg"
        aria-label={`Remove ${name}`}
        onClick={remove}
      >
        <Trash2 size={16} />
      </ActionIcon>
    </Group>
  )
}
