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
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { randomId } from '@mantine/hooks'
import { Trash2 } from 'lucide-react'
import type { ApprovalRule, OrganizationPolicy } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { type EditField, FieldInput } from '../display/fields.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { type Limit, limitOf, limitText } from './policy-limits.ts'
import { GROUPS, hasEffect, isLimit, MEMBERS, type Member } from './policy-members.ts'

const LIMITS = MEMBERS.filter(isLimit)

/** The conditions of a rule that are limits, too. */
const CONDITIONS = [
  { name: 'aboveDeclaredValueCents', kind: 'amount', label: 'Declared value above', none: 'Any' },
  { name: 'aboveItems', kind: 'whole', label: 'Items above', most: 1_000, none: 'Any' },
] as const

/** The entries of the form: the policy, but for its limits, which are texts. */
export function draftOf(policy: OrganizationPolicy) {
  const approvalRules = policy.approvalRules.map(draftRule)
  return { ...policy, ...textsOf(LIMITS, { ...policy }), approvalRules }
}

function draftRule({ approvals, fboAccountId = '', ...above }: ApprovalRule) {
  return { key: randomId(), approvals: `${approvals}`, fboAccountId, ...textsOf(CONDITIONS, above) }
}

function textsOf(limits: readonly Limit[], values: Readonly<Record<string, unknown>>) {
  const texts = limits.map((limit) => [limit.name, limitText(limit, values[limit.name])])
  return Object.fromEntries(texts) as Readonly<Record<string, string>>
}

type Draft = ReturnType<typeof draftOf>

/** The policy that a draft asks for, and what is wrong with its fields by their paths. */
export function readDraft(draft: Draft) {
  const errors: Record<string, string> = {}
  const read = (limits: readonly Limit[], texts: Readonly<Record<string, unknown>>, at = '') =>
    limits.map((limit) => {
      const { value, problem } = limitOf(limit, `${texts[limit.name]}`)
      if (problem !== undefined) errors[`${at}${limit.name}`] = problem
      return [limit.name, value] as const
    })
  const approvalRules = draft.approvalRules.map((rule, index) => {
    const above = read(CONDITIONS, rule, `approvalRules.${index}.`)
    const conditions = [...above, ['fboAccountId', rule.fboAccountId || null] as const]
    const set = conditions.filter(([, value]) => value !== null)
    return { approvals: Number(rule.approvals), ...Object.fromEntries(set) }
  })
  const limits = Object.fromEntries(read(LIMITS, draft))
  return { policy: { ...draft, ...limits, approvalRules } as OrganizationPolicy, errors }
}

type Props = { readonly form: UseFormReturnType<Draft> }

export function PolicyFields({ form }: Props) {
  const { policy } = readDraft(form.values)
  // A field with an error is in the way of the whole form, so it is shown.
  const isShown = (member: Member) => hasEffect(member, policy) || form.errors[member.name]
  return Object.entries(GROUPS).map(([legend, members]) => (
    <Fieldset key={legend} legend={legend}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {members.filter(isShown).map((member) => (
          <Field key={member.name} member={member} form={form} />
        ))}
      </SimpleGrid>
    </Fieldset>
  ))
}

const WIDE = { gridColumn: '1 / -1' }

type Input = ReturnType<Props['form']['getInputProps']>

interface FieldProps extends Props {
  readonly member: Member
}

function Field({ member, form }: FieldProps) {
  const { name, kind, label, description, states = [] } = member
  const { value, onChange } = form.getInputProps(name)
  const field = { label, description, style: WIDE }
  if (isLimit(member)) return limitField(member, form.getInputProps(name))
  if (kind === 'rules') return <ApprovalRules member={member} form={form} />
  if (kind === 'switch') {
    const [off, on] = states.map(([state]) => state)
    return (
      <Switch
        {...field}
        autoFocus={name === 'fourEyes'}
        checked={value === on}
        onChange={(event) => onChange(event.currentTarget.checked ? on : off)}
      />
    )
  }
  const Choice = kind === 'choice' ? Radio : Checkbox
  return (
    <Choice.Group {...field} value={value} onChange={onChange}>
      <Stack gap={6} mt="xs">
        {states.map(([state, text]) => (
          <Choice key={text} value={state as string} label={text} />
        ))}
      </Stack>
    </Choice.Group>
  )
}

function limitField(limit: Limit, input: Input) {
  const { kind, description = '', none = 'No limit' } = limit
  const empty = none === false ? '' : `Leave empty for: ${none.toLowerCase()}.`
  const field: EditField = {
    ...limit,
    kind: kind === 'amount' ? kind : 'text',
    description: `${description} ${empty}`.trim(),
    required: none === false,
  }
  return <FieldInput key={limit.name} field={field} {...input} />
}

const RULES_MAX = 20

function ApprovalRules({ member: { label, description }, form }: FieldProps) {
  const rules = form.values.approvalRules
  return (
    <Stack gap="xs" component="section" aria-label={label} style={WIDE} align="flex-start">
      <Text fw={500}>{label}</Text>
      <Remark>{description}</Remark>
      {rules.map(({ key, fboAccountId }, index) => {
        const input = (name: string) => form.getInputProps(`approvalRules.${index}.${name}`)
        return (
          <Group
            key={key}
            gap="xs"
            align="flex-start"
            role="group"
            aria-label={`Rule ${index + 1}`}
          >
            <Select
              label="People"
              description="Who approve."
              w={90}
              allowDeselect={false}
              data={['2', '3', '4', '5']}
              {...input('approvals')}
            />
            {CONDITIONS.map((limit) => limitField(limit, input(limit.name)))}
            <AccountPicker
              label="Account"
              required={false}
              {...input('fboAccountId')}
              value={fboAccountId}
            />
            <ActionIcon
              variant="default"
              mt={24}
              aria-label={`Remove rule ${index + 1}`}
              onClick={() => form.removeListItem('approvalRules', index)}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </Group>
        )
      })}
      <Button
        size="xs"
        variant="default"
        disabled={rules.length >= RULES_MAX}
        onClick={() => form.insertListItem('approvalRules', draftRule({ approvals: 2 }))}
      >
        Add a rule
      </Button>
    </Stack>
  )
}
